import HomeModel

/// An entry of `bridge/groups`.
struct ZigbeeGroup: Hashable, Sendable {
    let number: Int64
    let name: String
    /// The IEEE addresses of the members.
    let members: [String]

    /// The group that Zigbee2MQTT creates for bindings.
    private static let bindings: Int64 = 901
    private static let maximumMembers = 512

    var id: String { "group-\(number)" }

    static func isID(_ id: String) -> Bool { id.hasPrefix("group-") }

    /// Returns nil for the group that Zigbee2MQTT creates itself.
    init?(listed json: JSONValue) throws(DialectError) {
        number = try JSONValue.require(try json.wholeNumber(at: "id"), key: "id")
        guard number != Self.bindings else { return nil }
        name = try ZigbeeName.checked(try JSONValue.require(try json.text(at: "friendly_name"), key: "friendly_name"))
        let members = try json.list(at: "members") ?? []
        guard members.count <= Self.maximumMembers else { throw .tooMany("members", limit: Self.maximumMembers) }
        var taken: Set<String> = []
        self.members = members.compactMap { $0["ieee_address"]?.text }.filter { taken.insert($0).inserted }
    }
}

/// The features of a device that commands to a group can set.
struct ZigbeeGroupFeatures: Sendable {
    /// The families of features that members can share, in the order of preference.
    private static let families = ["light", "cover", "lock", "switch"]
    private static let keys: Set<String> = ["state", "brightness", "color_temp", "color", "position", "tilt"]

    /// The features by family; each key occurs once in a family.
    private let features: [String: [ZigbeeExpose]]

    init(_ exposes: [ZigbeeExpose]) {
        features = exposes.reduce(into: [:]) { features, expose in
            guard let family = expose.family, Self.families.contains(family), Self.keys.contains(expose.key),
                expose.access.contains(.set), features[family]?.contains(where: { $0.key == expose.key }) != true
            else { return }
            features[family, default: []].append(expose)
        }
    }

    /// The features of a family that all members have. Each occurs once and needs at least one member that has it. A
    /// group of lights and switches becomes a switch.
    static func exposes(of members: [ZigbeeGroupFeatures]) -> [ZigbeeExpose] {
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
