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
    /// What members may share, and the family that a mixed group falls back to.
    private static let families = ["light", "cover", "lock", "switch"]
    private static let keys: Set<String> = ["state", "brightness", "color_temp", "color", "position"]

    var id: String { "group-\(number)" }

    static func isID(_ id: String) -> Bool { id.hasPrefix("group-") }

    /// Nil for the one that nobody made.
    init?(listed json: JSONValue) throws(DialectError) {
        number = try JSONValue.require(try json.wholeNumber(at: "id"), "id")
        guard number != Self.bindings else { return nil }
        name = try ZigbeeName.checked(try JSONValue.require(try json.text(at: "friendly_name"), "friendly_name"))
        let members = try json.list(at: "members") ?? []
        guard members.count <= Self.maximumMembers else { throw .tooMany("members", limit: Self.maximumMembers) }
        self.members = members.compactMap { $0["ieee_address"]?.text }
    }

    /// The features of the family that all members have; each once, if at least one member has it. Lights and switches
    /// together are a switch.
    static func exposes(of members: [ZigbeeEntity]) -> [ZigbeeExpose] {
        let each = members.map { member in member.exposes.filter { keys.contains($0.key) && $0.access.contains(.set) } }
        func have(_ family: String) -> Bool { each.allSatisfy { $0.contains { $0.family == family } } }
        guard !members.isEmpty else { return [] }
        if let family = families.first(where: have) {
            return distinct(each.joined().filter { $0.family == family })
        }
        let states = each.map { $0.first { ["light", "switch"].contains($0.family) && $0.key == "state" } }
        return states.contains(nil) ? [] : distinct(states.compactMap { $0?.with(family: "switch") })
    }

    private static func distinct(_ exposes: [ZigbeeExpose]) -> [ZigbeeExpose] {
        var taken: Set<String> = []
        return exposes.filter { taken.insert($0.key).inserted }
    }
}
