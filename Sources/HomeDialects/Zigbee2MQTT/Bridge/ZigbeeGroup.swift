import HomeModel

/// An entry of `bridge/groups`.
struct ZigbeeGroup: Hashable, Sendable {
    let number: Int64
    let name: String
    /// IEEE addresses.
    let members: [String]

    /// Zigbee2MQTT's own, for bindings.
    private static let bindings: Int64 = 901
    private static let maximumMembers = 512

    var id: String { "group-\(number)" }

    static func isID(_ id: String) -> Bool { id.hasPrefix("group-") }

    /// Nil for the one that nobody made.
    init?(listed json: JSONValue) throws(DialectError) {
        number = try JSONValue.require(try json.wholeNumber(at: "id"), "id")
        guard number != Self.bindings else { return nil }
        name = try ZigbeeName.checked(try JSONValue.require(try json.text(at: "friendly_name"), "friendly_name"))
        let members = try json.list(at: "members") ?? []
        guard members.count <= Self.maximumMembers else { throw .tooMany("members", limit: Self.maximumMembers) }
        var taken: Set<String> = []
        self.members = members.compactMap { $0["ieee_address"]?.text }.filter { taken.insert($0).inserted }
    }
}

/// What a device has that a whole group can be told, and nothing else of it.
struct ZigbeeShared: Sendable {
    /// What members may share, and the family that a mixed group falls back to.
    private static let families = ["light", "cover", "lock", "switch"]
    private static let keys: Set<String> = ["state", "brightness", "color_temp", "color", "position", "tilt"]

    /// Of each family, each key once.
    private let features: [String: [ZigbeeExpose]]

    init(_ exposes: [ZigbeeExpose]) {
        features = exposes.reduce(into: [:]) { features, expose in
            guard let family = expose.family, Self.families.contains(family), Self.keys.contains(expose.key),
                expose.access.contains(.set), features[family]?.contains(where: { $0.key == expose.key }) != true
            else { return }
            features[family, default: []].append(expose)
        }
    }

    /// The features of the family that all members have; each once, if at least one member has it. Lights and switches
    /// together are a switch.
    static func exposes(of members: [ZigbeeShared]) -> [ZigbeeExpose] {
        guard !members.isEmpty else { return [] }
        if let family = families.first(where: { family in members.allSatisfy { $0.features[family] != nil } }) {
            return distinct(members.lazy.flatMap { $0.features[family] ?? [] })
        }
        let states = members.map(\.state)
        return states.contains(nil) ? [] : distinct(states.lazy.compactMap { $0?.with(family: "switch") })
    }

    private var state: ZigbeeExpose? {
        ["light", "switch"].lazy.compactMap { features[$0]?.first { $0.key == "state" } }.first
    }

    private static func distinct(_ exposes: some Sequence<ZigbeeExpose>) -> [ZigbeeExpose] {
        var taken: Set<String> = []
        return exposes.filter { taken.insert($0.key).inserted }
    }
}
