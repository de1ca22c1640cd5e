import HomeModel

/// The content of one discovery message: the entities of one device, and the errors of those that are left out.
struct DiscoveryPayload: Sendable {
    private(set) var device: DeviceBlock?
    private(set) var entities: [EntityConfig] = []
    private(set) var leftOut: [DialectError] = []

    static let maximumEntities = 256
    static let maximumIDBytes = 256
    /// For the message of a single entity, and of a device with all of its entities.
    static let entityLimits = JSONLimits(bytes: 64 << 10, depth: 16, values: 4096)
    static let deviceLimits = JSONLimits(bytes: 256 << 10, depth: 16, values: 32_768)
    /// Every description that was understood can be decoded again: a value needs at least two bytes, and the nesting is
    /// small.
    static let nativeLimits = JSONLimits(bytes: 256 << 10, depth: 8, values: 128 << 10)

    /// Returns nil for a message that only announces the change to the other form of discovery.
    init?(_ topic: DiscoveryTopic, payload: [UInt8], root: String) throws(DialectError) {
        let json = try JSONValue(parsing: payload, limits: topic.isOfDevice ? Self.deviceLimits : Self.entityLimits)
        guard let members = json.members else { throw .badField("payload", expected: "an object") }
        if members.contains(where: { $0.key == "migr_discvry" || $0.key == "migrate_discovery" }) { return nil }
        device = try DeviceBlock(json["dev"] ?? json["device"])
        guard topic.isOfDevice else {
            entities = [
                try EntityConfig(platform: topic.component, object: topic.object, members: members, root: root)
            ]
            return
        }
        try readComponents(json, members: members, root: root)
    }

    /// Decodes the stored form of a device: everything that was understood, in the original order.
    init(native: String, root: String) throws(DialectError) {
        let json = try JSONValue(parsing: Array(native.utf8), limits: Self.nativeLimits)
        device = try DeviceBlock(json["dev"])
        let shared = Self.shared(json.members ?? [])
        for component in try JSONValue.require(try json.list(at: "cmps"), key: "cmps") {
            do throws(DialectError) {
                let place = (try component.text(at: "p"), try component.text(at: "o"))
                entities.append(
                    try EntityConfig(
                        platform: try JSONValue.require(place.0, key: "p"),
                        object: try JSONValue.require(place.1, key: "o"),
                        members: component.members ?? [], shared: shared, root: root))
            } catch {
                leftOut.append(error)
            }
        }
    }

    private mutating func readComponents(
        _ json: JSONValue, members: [JSONObject.Member], root: String
    ) throws(DialectError) {
        guard let components = (json["cmps"] ?? json["components"])?.members else {
            throw .badField("components", expected: "an object")
        }
        let shared = Self.shared(members)
        let all = Self.lastOfEach(components)
        if all.count > Self.maximumEntities { leftOut.append(.tooMany("components", limit: Self.maximumEntities)) }
        var size = 0
        for (id, component) in all.prefix(Self.maximumEntities) {
            guard id.utf8.count <= Self.maximumIDBytes else {
                leftOut.append(.badField("components", expected: "named in at most \(Self.maximumIDBytes) bytes"))
                continue
            }
            guard let own = component.members else {
                leftOut.append(.badField("components", expected: "objects"))
                continue
            }
            // A component with nothing but its platform removes the entity.
            guard own.contains(where: { $0.key != "p" && $0.key != "platform" }) else { continue }
            guard let platform = (component["p"] ?? component["platform"])?.text, platform.utf8.count <= 64 else {
                leftOut.append(.badField("platform", expected: "a text"))
                continue
            }
            do throws(DialectError) {
                let entity = try EntityConfig(platform: platform, object: id, members: own, shared: shared, root: root)
                size += entity.size
                guard size <= AnnouncedDevice.maximumSize else {
                    leftOut.append(.tooLarge(bytes: size, limit: AnnouncedDevice.maximumSize))
                    return
                }
                entities.append(entity)
            } catch {
                leftOut.append(error)
            }
        }
    }

    /// The values of a device that its components inherit.
    private static func shared(_ members: [JSONObject.Member]) -> [String: JSONValue] {
        var shared: [String: JSONValue] = [:]
        for member in members {
            switch DiscoveryKeys.long(member.key) {
            case "availability", "availability_mode", "availability_template", "availability_topic", "command_topic",
                "payload_available", "payload_not_available", "qos", "state_topic", "~":
                shared[DiscoveryKeys.long(member.key)] = member.value
            default: break
            }
        }
        return shared
    }

    private static func lastOfEach(_ members: [JSONObject.Member]) -> [(String, JSONValue)] {
        let byKey = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
        return byKey.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// A discovery topic: `<root>/ha/<component>/[<node>/]<object>/config`.
struct DiscoveryTopic: Hashable, Comparable, Sendable {
    let component: String
    /// `node/object`, or `object` if there is no node.
    let object: String

    static func matches(_ levels: [Substring]) -> Bool {
        (levels.count == 5 || levels.count == 6) && levels[1] == "ha" && levels.last == "config"
    }

    init(_ levels: [Substring]) throws(DialectError) {
        guard Self.matches(levels), levels[2..<levels.count - 1].allSatisfy(Self.isID) else {
            throw .badField("discovery topic", expected: "made of letters, digits, “_” and “-”")
        }
        component = String(levels[2])
        object = levels[3..<levels.count - 1].joined(separator: "/")
    }

    var isOfDevice: Bool { component == "device" }

    static func < (left: Self, right: Self) -> Bool {
        (left.component, left.object) < (right.component, right.object)
    }

    private static func isID(_ level: Substring) -> Bool {
        (1...128).contains(level.utf8.count)
            && level.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
