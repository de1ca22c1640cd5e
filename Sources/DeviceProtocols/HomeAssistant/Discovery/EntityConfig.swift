import HomeModel

/// The configuration of one announced entity, with expanded keys and complete topics. Keys that the gateway does not
/// use are removed.
struct EntityConfig: Hashable, Sendable {
    let platform: String
    /// The id of the entity within its discovery topic.
    let object: String
    let fields: [String: JSONValue]

    /// Stores the fields that the gateway uses. `shared` provides the values of missing members. Throws if a topic or a
    /// value is invalid.
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
        // A name of `null` means the main function of the device, a missing name does not.
        if fields["name"] == .null { fields["name"] = "" }
        self.fields = fields.filter { key, value in
            (value != .null || key.hasPrefix("payload_")) && DiscoveryKeys.isRead(key) && !Self.isStoredSeparately(key)
        }
        for (key, value) in self.fields where key != "availability" {
            guard value.isFlat else { throw .badField(key, expected: "a text, a number or a list of those") }
        }
    }

    /// Whether the value is stored in another property of the configuration or in the device block.
    private static func isStoredSeparately(_ key: String) -> Bool {
        switch key {
        case "platform", "device", "origin", "components": true
        default: false
        }
    }

    // MARK: Topics

    /// Replaces `~` at either end by `base`. Throws `.foreignTopic` if the result lies outside of the credential's root
    /// and thus belongs to another device.
    private static func topic(
        _ value: JSONValue, base: String?, key: String, root: String
    ) throws(DialectError) -> String {
        guard var topic = value.text else { throw .badField(key, expected: "a topic") }
        if let base, topic.hasPrefix("~") { topic = base + topic.dropFirst() }
        if let base, topic.hasSuffix("~") { topic = topic.dropLast() + base }
        guard topic.utf8.count <= TopicName.maximumBytes else {
            throw .tooLarge(bytes: topic.utf8.count, limit: TopicName.maximumBytes)
        }
        guard TopicName.isValid(topic), TopicName.isBelow(root, topic: topic) else {
            throw .foreignTopic(EscapedText(topic, limit: 128))
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
    /// Whether the entity declares with `null` that it does not have this payload.
    func isExplicitlyNull(_ key: String) -> Bool { fields[key] == .null }

    /// The value as it appears in payloads; nil if it is missing.
    func word(_ key: String) throws(DialectError) -> String? {
        guard let value = fields[key], value != .null else { return nil }
        guard let word = value.word, word.utf8.count <= 1024 else { throw .badField(key, expected: "a short text") }
        return word
    }

    func word(_ key: String, default word: String) throws(DialectError) -> String { try self.word(key) ?? word }

    func number(_ key: String) throws(DialectError) -> Double? {
        guard let value = fields[key] else { return nil }
        guard let number = value.numericValue, abs(number) < 1e15 else { throw .badField(key, expected: "a number") }
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

    /// The size as JSON with expanded keys: the upper limit of the stored size.
    var size: Int {
        fields.reduce(64 + platform.utf8.count + JSONValue.text(object).description.utf8.count) {
            $0 + $1.key.utf8.count + $1.value.description.utf8.count + #""":,"#.utf8.count
        }
    }

    /// Longer lists are cut, and `EntityMapping` reports it.
    static let maximumOptions = 1024

    /// The keys of lists that are longer than the limit.
    var truncatedLists: [String] {
        fields.filter { ($0.value.list?.count ?? 0) > Self.maximumOptions }.map(\.key).sorted()
    }

    /// The texts of a list without duplicates.
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

    /// The quality of service of commands, at most 1, because a command that arrives twice does no harm. The default is
    /// 1, because only then the broker acknowledges the command and reports whether a device is subscribed.
    var qos: UInt8 { fields["qos"]?.integer.flatMap(UInt8.init(exactly:)).map { min($0, 1) } ?? 1 }
}

extension JSONValue {
    /// Whether the value contains no objects and no nested lists.
    fileprivate var isFlat: Bool {
        switch self {
        case .object: false
        case .list(let values): values.allSatisfy { $0.list == nil && $0.members == nil }
        default: true
        }
    }
}
