import HomeModel

/// A device as it is kept: one discovery payload of the device form, as short as that form allows.
struct NativeForm: CustomStringConvertible {
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
        var taken: Set<String> = []
        let components = entities.map { entity in
            let id = taken.insert(entity.object).inserted ? entity.object : "\(entity.platform)/\(entity.object)"
            let own = entity.fields.filter { shared[$0.key] == nil }
            let fields = [JSONObject.Member(key: "p", value: .text(entity.platform))] + Self.written(own, base: base)
            return JSONObject.Member(key: id, value: .object(JSONObject(fields)))
        }
        members.append(.init(key: "cmps", value: .object(JSONObject(components))))
        return JSONValue.object(JSONObject(members)).description
    }

    private static func written(_ fields: [String: JSONValue], base: String?) -> [JSONObject.Member] {
        fields.sorted { $0.key < $1.key }.map { key, value in
            var value = value
            if DiscoveryKeys.isTopic(key) { value = shortened(value, base) }
            if key == "availability" { value = .list((value.list ?? []).map { availability($0, base) }) }
            return JSONObject.Member(key: DiscoveryKeys.short(key), value: value)
        }
    }

    private static func availability(_ entry: JSONValue, _ base: String?) -> JSONValue {
        .object(
            JSONObject(
                (entry.members ?? []).map { member in
                    JSONObject.Member(
                        key: DiscoveryKeys.short(member.key),
                        value: member.key == "topic" ? shortened(member.value, base) : member.value)
                }))
    }

    private static func shortened(_ topic: JSONValue, _ base: String?) -> JSONValue {
        guard let base, let text = topic.text, text.hasPrefix(base) else { return topic }
        return .text("~" + text.dropFirst(base.count))
    }

    /// What every entity says of its availability.
    private var sharedAvailability: [String: JSONValue] {
        guard let first = entities.first, entities.count > 1 else { return [:] }
        return first.fields.filter { key, value in
            (key.hasPrefix("availability") || key.hasPrefix("payload_") && key.hasSuffix("available"))
                && entities.allSatisfy { $0.fields[key] == value }
        }
    }

    /// The levels with which all topics begin.
    private var base: String? {
        let topics = entities.flatMap { entity in
            entity.fields.filter { DiscoveryKeys.isTopic($0.key) }.compactMap(\.value.text)
                + (entity.fields["availability"]?.list ?? []).compactMap { $0["topic"]?.text }
        }
        // A tilde of their own would be taken for the base.
        guard let first = topics.first, topics.count > 1, !topics.contains(where: { $0.hasSuffix("~") }) else {
            return nil
        }
        var levels = first.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        for topic in topics {
            let own = topic.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            levels = zip(levels, own).prefix { $0 == $1 }.map(\.0)[...]
        }
        return levels.isEmpty ? nil : levels.joined(separator: "/")
    }
}
