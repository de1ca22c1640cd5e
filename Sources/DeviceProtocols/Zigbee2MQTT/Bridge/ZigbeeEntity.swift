import HomeModel

/// A device or a group of a bridge, with the data that the gateway uses.
struct ZigbeeEntity: Sendable {
    /// The IEEE address, or `group-<number>`.
    let id: String
    /// `friendly_name`: the name in its topics and for people.
    let name: String
    var vendor: String?
    var model: String?
    /// The description in its definition.
    var title: String?
    private(set) var exposes: [ZigbeeExpose]
    /// The unsupported parts of `exposes`, as `what: why`.
    var ignored: [String] = []
    var isDisabled = false
    var options = ZigbeeOptions()

    /// The limit for `native`; a longer text could not be decoded again.
    static let maximumBytes = 60 << 10

    var displayName: String {
        guard name == id, let text = title ?? model else { return name }
        return text
    }
}

// MARK: Stored form

extension ZigbeeEntity {
    init(id: String, native: String) throws(DialectError) {
        let json = try JSONValue(parsing: Array(native.utf8))
        self.id = id
        name = try JSONValue.require(try json.text(at: "name"), key: "name")
        vendor = try json.text(at: "vendor")
        model = try json.text(at: "model")
        title = try json.text(at: "title")
        var exposes: [ZigbeeExpose] = []
        for expose in try json.list(at: "exposes") ?? [] { exposes.append(try ZigbeeExpose(stored: expose)) }
        self.exposes = exposes
        ignored = try json.texts(at: "ignored") ?? []
        isDisabled = try json.boolean(at: "disabled") ?? false
        options = ZigbeeOptions(
            isOptimistic: try json.boolean(at: "optimistic") ?? true,
            hasAvailability: try json.boolean(at: "availability") ?? false)
    }

    var native: String {
        var members: [(String, JSONValue)] = [("name", .text(name))]
        let texts = [("vendor", vendor), ("model", model), ("title", title)]
        members += texts.compactMap { key, text in text.map { (key, .text($0)) } }
        if !options.isOptimistic { members.append(("optimistic", false)) }
        if options.hasAvailability { members.append(("availability", true)) }
        if isDisabled { members.append(("disabled", true)) }
        members.append(("exposes", .list(exposes.map(\.stored))))
        if !ignored.isEmpty { members.append(("ignored", .list(ignored.map { .text($0) }))) }
        return JSONValue.object(JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) })).description
    }
}

// MARK: Entry of the bridge's list

extension ZigbeeEntity {
    /// Decodes an entry of `bridge/devices`. Returns nil for the coordinator and for devices that are still being
    /// interviewed.
    init?(listed json: JSONValue, _ settings: ZigbeeSettings) throws(DialectError) {
        guard json["type"]?.text != "Coordinator" else { return nil }
        let id = try JSONValue.require(try json.text(at: "ieee_address"), key: "ieee_address")
        guard HardwareID(id)?.scheme == .ieee else {
            throw .badField("ieee_address", expected: "64 bits in hexadecimal")
        }
        let name = try ZigbeeName.checked(
            try JSONValue.require(try json.text(at: "friendly_name"), key: "friendly_name"))
        guard let definition = json["definition"], definition != .null else {
            if json["interviewing"]?.boolean == true || json["interview_state"]?.text == "IN_PROGRESS" { return nil }
            throw .badField("definition", expected: "present: Zigbee2MQTT does not know what this device can do")
        }
        guard definition.members != nil else { throw .badField("definition", expected: "an object") }
        let exposes = try ZigbeeExposes(try definition.list(at: "exposes") ?? [])
        self.init(id: id, name: name, exposes: exposes.leaves)
        vendor = definition["vendor"]?.text.map { EscapedText($0, limit: 64).description }
        model = definition["model"]?.text.map { EscapedText($0, limit: 64).description }
        title = definition["description"]?.text.map { EscapedText($0, limit: 128).description }
        ignored = exposes.ignored
        isDisabled = try json.boolean(at: "disabled") ?? false
        options = settings.options(ofDevice: id)
        cutToSize()
    }

    /// Drops exposes from the end until the stored form fits.
    private mutating func cutToSize() {
        var excess = native.utf8.count - Self.maximumBytes
        guard excess > 0 else { return }
        let all = exposes.count
        while excess > -Self.roomForReason, let last = exposes.popLast() {
            excess -= last.stored.description.utf8.count + 1
        }
        ignored.append("exposes: \(all - exposes.count) of \(all) are left out, because they are too long to store")
    }

    private static let roomForReason = 256

    private init(id: String, name: String, exposes: [ZigbeeExpose]) {
        self.id = id
        self.name = name
        self.exposes = exposes
    }

    /// Creates a group. Its features are those that its members have in common, or that each member with the feature
    /// carries out by itself.
    init(_ group: ZigbeeGroup, members: [ZigbeeGroupFeatures], settings: ZigbeeSettings) {
        let options = settings.options(ofGroup: group.number)
        self.init(
            id: group.id, name: group.name,
            exposes: ZigbeeGroupFeatures.exposes(of: members).map { $0.shared(isReported: options.isOptimistic) })
        model = "Group"
        self.options = options
    }
}

/// The rules for names of devices and groups, which become parts of topics.
package enum ZigbeeName {
    static let maximumBytes = 256

    /// Levels with a meaning of their own in topics.
    private static let reserved: Set<Substring> = ["set", "get", "availability"]

    /// Returns the name unchanged. Throws if it cannot be part of a topic.
    package static func checked(_ name: String) throws(DialectError) -> String {
        let levels = TopicName.levels(name)
        guard (1...maximumBytes).contains(name.utf8.count), levels.allSatisfy({ !$0.isEmpty }) else {
            throw .badField("friendly_name", expected: "1 to \(maximumBytes) bytes, without “/” at its ends")
        }
        guard TopicName.isValid(name), name.utf8.first != UInt8(ascii: "$") else {
            throw .badField("friendly_name", expected: "without “+”, “#”, control characters and “$” in front")
        }
        guard levels.first != "bridge", levels.allSatisfy({ !reserved.contains($0) }) else {
            throw .badField("friendly_name", expected: "without the levels bridge, set, get and availability")
        }
        return name
    }
}
