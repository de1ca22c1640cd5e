import HomeModel

/// One entity as announced: long keys, whole topics, and nothing that is not read here.
struct EntityConfig: Hashable, Sendable {
    let platform: String
    /// Its id within its discovery topic.
    let object: String
    let fields: [String: JSONValue]

    /// Takes over what is read here. `shared` stands in for what the members do not say.
    init(
        platform: String, object: String, members: [JSONObject.Member], shared: [String: JSONValue] = [:], root: String
    ) throws(DialectError) {
        self.platform = platform
        self.object = object
        var fields = shared
        for member in members where member.key != "~" { fields[DiscoveryKeys.long(member.key)] = member.value }
        let base = (members.last { $0.key == "~" }?.value ?? shared["~"])?.text
        for (key, value) in fields where DiscoveryKeys.isTopic(key) && value != .null {
            fields[key] = .text(try Self.topic(value, base: base, key: key, root: root))
        }
        fields["availability"] = try Self.availability(fields["availability"], base: base, root: root)
        // No name of its own says more than no name at all.
        if fields["name"] == .null { fields["name"] = "" }
        self.fields = fields.filter { key, value in
            (value != .null || key.hasPrefix("payload_")) && DiscoveryKeys.isRead(key) && !Self.isElsewhere(key)
        }
        for (key, value) in self.fields where key != "availability" {
            guard value.isFlat else { throw .badField(key, expected: "a text, a number or a list of those") }
        }
    }

    /// What stands in the key or in the device's own block.
    private static func isElsewhere(_ key: String) -> Bool {
        switch key {
        case "platform", "device", "origin", "components": true
        default: false
        }
    }

    // MARK: Topics

    /// The base stands for `~` at either end. What then leaves the root of the credential is somebody else's.
    private static func topic(
        _ value: JSONValue, base: String?, key: String, root: String
    ) throws(DialectError) -> String {
        guard var topic = value.text else { throw .badField(key, expected: "a topic") }
        if let base, topic.hasPrefix("~") { topic = base + topic.dropFirst() }
        if let base, topic.hasSuffix("~") { topic = topic.dropLast() + base }
        guard topic.utf8.count <= TopicText.maximumBytes else {
            throw .tooLarge(bytes: topic.utf8.count, limit: TopicText.maximumBytes)
        }
        guard TopicText.isName(topic), TopicText.isBelow(root, topic) else {
            throw .foreignTopic(InertText(topic, limit: 128))
        }
        return topic
    }

    static let maximumAvailabilityTopics = 8

    private static func availability(
        _ json: JSONValue?, base: String?, root: String
    ) throws(DialectError) -> JSONValue? {
        guard let json, json != .null else { return nil }
        let entries = json.list ?? [json]
        guard entries.count <= maximumAvailabilityTopics else {
            throw .tooMany("availability topics", limit: maximumAvailabilityTopics)
        }
        var read: [JSONValue] = []
        for entry in entries {
            guard let members = entry.members else { throw .badField("availability", expected: "a list of objects") }
            var fields: [JSONObject.Member] = []
            for member in members {
                let key = DiscoveryKeys.long(member.key)
                let isTopic = key == "topic"
                guard isTopic || ["payload_available", "payload_not_available", "value_template"].contains(key) else {
                    continue
                }
                let value = isTopic ? .text(try topic(member.value, base: base, key: key, root: root)) : member.value
                guard value.isFlat else { throw .badField(key, expected: "a text") }
                fields.append(.init(key: key, value: value))
            }
            read.append(.object(JSONObject(fields.sorted { $0.key < $1.key })))
        }
        return .list(read)
    }
}

// MARK: Fields

extension EntityConfig {
    /// Whether the entity says that it has no such payload.
    func isDenied(_ key: String) -> Bool { fields[key] == .null }

    /// A word as payloads spell it.
    func word(_ key: String) throws(DialectError) -> String? {
        guard let value = fields[key], value != .null else { return nil }
        guard let word = value.word, word.utf8.count <= 1024 else { throw .badField(key, expected: "a short text") }
        return word
    }

    func word(_ key: String, default word: String) throws(DialectError) -> String { try self.word(key) ?? word }

    func number(_ key: String) throws(DialectError) -> Double? {
        guard let value = fields[key] else { return nil }
        guard let number = value.measured, abs(number) < 1e15 else { throw .badField(key, expected: "a number") }
        return number
    }

    func flag(_ key: String) throws(DialectError) -> Bool {
        guard let value = fields[key] else { return false }
        guard let flag = value.boolean ?? Self.flags[value.word?.lowercased() ?? ""] else {
            throw .badField(key, expected: "true or false")
        }
        return flag
    }

    private static let flags = [
        "true": true, "on": true, "yes": true, "1": true, "false": false, "off": false, "no": false, "0": false,
    ]

    /// As JSON in long keys, which is what it costs to keep at most.
    var size: Int {
        fields.reduce(64 + platform.utf8.count + JSONValue.text(object).description.utf8.count) {
            $0 + $1.key.utf8.count + $1.value.description.utf8.count + #""":,"#.utf8.count
        }
    }

    /// A list that is longer is cut, and `EntityMapping` says so.
    static let maximumOptions = 1024

    /// Lists of which a part is not read.
    var cutLists: [String] {
        fields.filter { ($0.value.list?.count ?? 0) > Self.maximumOptions }.map(\.key).sorted()
    }

    /// The texts of a list, each once.
    func words(_ key: String) throws(DialectError) -> [String]? {
        guard let value = fields[key] else { return nil }
        guard let list = value.list ?? value.word.map({ [.text($0)] }) else {
            throw .badField(key, expected: "a list of texts")
        }
        var seen: Set<String> = []
        let words = list.prefix(Self.maximumOptions).compactMap(\.word)
        return words.filter { $0.utf8.count <= 256 && seen.insert($0).inserted }
    }

    func topic(_ key: String) -> String? { fields[key]?.text }

    func template(_ key: String) throws(DialectError) -> Template? {
        guard let value = fields[key] else { return nil }
        guard let text = value.text else { throw .badField(key, expected: "a template") }
        return text.isEmpty ? nil : try Template(text)
    }

    /// The quality of service of commands; one that arrives twice does no harm. Where the device names none it is 1: only then the broker answers, and says whether a device listens.
    var qos: UInt8 { fields["qos"]?.integer.flatMap(UInt8.init(exactly:)).map { min($0, 1) } ?? 1 }
}

extension JSONValue {
    /// Nothing in something but a list.
    fileprivate var isFlat: Bool {
        switch self {
        case .object: false
        case .list(let values): values.allSatisfy { $0.list == nil && $0.members == nil }
        default: true
        }
    }
}
