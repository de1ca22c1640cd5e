import HomeModel

/// The stored form of a device. It resembles a device discovery payload, but its entities are in a list, because
/// entities of two topics may have the same id.
struct StoredDeviceDescription: CustomStringConvertible {
    private let device: DeviceBlock?
    private let entities: [EntityConfig]

    init(device: DeviceBlock?, entities: [EntityConfig]) {
        self.device = device
        self.entities = entities
    }

    var description: String {
        let shared = sharedAvailability
        let base = self.base
        var members: [JSONObject.Member] = []
        if let base { members.append(.init(key: "~", value: .text(base))) }
        if let device { members.append(.init(key: "dev", value: device.json)) }
        members += Self.written(shared, base: base)
        let components = entities.map { entity in
            let place = [("o", entity.object), ("p", entity.platform)].map {
                JSONObject.Member(key: $0, value: .text($1))
            }
            let own = entity.fields.filter { shared[$0.key] == nil }
            return JSONValue.object(JSONObject(place + Self.written(own, base: base)))
        }
        members.append(.init(key: "cmps", value: .list(components)))
        return JSONValue.object(JSONObject(members)).description
    }

    private static func written(_ fields: [String: JSONValue], base: String?) -> [JSONObject.Member] {
        fields.sorted { $0.key < $1.key }.map { key, value in
            var value = value
            if DiscoveryKeys.isTopic(key) { value = shortened(value, base: base) }
            if key == "availability" { value = .list((value.list ?? []).map { availability($0, base: base) }) }
            return JSONObject.Member(key: DiscoveryKeys.short(key), value: value)
        }
    }

    private static func availability(_ entry: JSONValue, base: String?) -> JSONValue {
        .object(
            JSONObject(
                (entry.members ?? []).map { member in
                    JSONObject.Member(
                        key: DiscoveryKeys.short(member.key),
                        value: member.key == "topic" ? shortened(member.value, base: base) : member.value)
                }))
    }

    private static func shortened(_ topic: JSONValue, base: String?) -> JSONValue {
        guard let base, let text = topic.text else { return topic }
        return .text("~" + String(decoding: text.utf8.dropFirst(base.utf8.count), as: UTF8.self))
    }

    /// The availability fields that are equal in all entities.
    private var sharedAvailability: [String: JSONValue] {
        guard let first = entities.first, entities.count > 1 else { return [:] }
        return first.fields.filter { key, value in
            (key.hasPrefix("availability") || key.hasPrefix("payload_") && key.hasSuffix("available"))
                && entities.allSatisfy { $0.fields[key] == value }
        }
    }

    /// The levels that all topics have in common at their beginning.
    private var base: String? {
        let topics = entities.flatMap { entity in
            entity.fields.filter { DiscoveryKeys.isTopic($0.key) }.compactMap(\.value.text)
                + (entity.fields["availability"]?.list ?? []).compactMap { $0["topic"]?.text }
        }
        // A topic that ends with `~` would be expanded with the base.
        guard let first = topics.first, topics.count > 1, !topics.contains(where: { $0.hasSuffix("~") }) else {
            return nil
        }
        // The comparison is byte by byte: for the broker, two Unicode forms of the same letter are different topics.
        var levels = Self.levels(of: first)[...]
        for topic in topics {
            levels = zip(levels, Self.levels(of: topic)).prefix { $0.elementsEqual($1) }.map(\.0)[...]
        }
        return levels.isEmpty ? nil : levels.map { String(Substring($0)) }.joined(separator: "/")
    }

    /// All levels except the last.
    private static func levels(of topic: String) -> ArraySlice<Substring.UTF8View> {
        topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropLast()
    }
}
