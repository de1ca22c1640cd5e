package import HomeModel
package import Yams

/// Decodes the fields of one YAML mapping, and collects every error instead of stopping at the first.
///
/// Unless stated otherwise, the methods return the default, or nil, for a missing field, and also for a wrong one,
/// after they have recorded the error.
package struct FieldDecoder {
    package private(set) var mistakes: [FieldError] = []
    /// The fields that were requested from a file of settings, such as `home.name`.
    package private(set) var settings: Set<String> = []
    package let line: Int
    private let subject: Subject
    private let mapping: Node.Mapping?
    private var known: Set<String> = []

    /// What the mapping is in messages.
    private enum Subject {
        /// A value that is described by its fields, such as “a device”.
        case thing(String)
        /// A file of settings, or its section with the name and a dot. A setting without a value counts as missing.
        /// `manual` is the file that shows all settings.
        case settings(section: String, manual: String)
    }

    /// `thing` names in messages what the mapping describes, such as “a device”.
    package init(_ node: Node, thing: String) {
        subject = .thing(thing)
        mapping = node.mapping
        line = node.line
        if mapping == nil { note("\(thing) is a mapping of keys and values", at: node) }
    }

    /// Decodes a file of settings; an empty file is nil. Messages name a setting with its section, and refer to
    /// `manual`, the file that shows all settings.
    package init(settings root: Node?, manual: String) {
        self.init(root, section: "", manual: manual)
    }

    private init(_ node: Node?, section: String, manual: String) {
        subject = .settings(section: section, manual: manual)
        mapping = node?.mapping
        line = node?.line ?? 0
        guard let node, mapping == nil, !node.isWithoutValue else { return }
        let name = section.isEmpty ? "The file" : String(section.dropLast())
        note("\(name) must be keys with one value each", at: node)
    }

    /// Decodes a section of a file of settings, and refuses the keys that `decode` does not request.
    package mutating func section(_ key: String, decode: (inout FieldDecoder) -> Void) {
        guard case .settings(let section, let manual) = subject else { return }
        known.insert(key)
        var fields = FieldDecoder(mapping?[Node(key)], section: "\(section)\(key).", manual: manual)
        decode(&fields)
        fields.rejectUnknownKeys()
        mistakes += fields.mistakes
        settings.formUnion(fields.settings)
    }

    /// Records an error at `node`, or at the line of the mapping.
    package mutating func note(_ message: String, at node: Node? = nil) {
        mistakes.append(FieldError(line: node?.line ?? line, message: message))
    }

    /// The field's node; nil when it is missing.
    package mutating func node(_ key: String) -> Node? {
        known.insert(key)
        guard case .settings(let section, _) = subject else { return mapping?[Node(key)] }
        settings.insert(section + key)
        return mapping?[Node(key)].flatMap { $0.isWithoutValue ? nil : $0 }
    }

    /// Records that the value of `key` is wrong. `expected` says what would be right.
    private mutating func refuse(_ key: String, expected: String, at node: Node) {
        guard case .settings(let section, _) = subject else { return note("“\(key)” is \(expected)", at: node) }
        let found = node.scalar.map { "“\(EscapedText($0.string, limit: 60))”" } ?? "a list or a mapping"
        note("\(section)\(key) must be \(expected), not \(found)", at: node)
    }

    /// The field's node; records an error and returns nil when it is missing.
    package mutating func required(_ key: String) -> Node? {
        guard mapping != nil else { return nil }
        let found = node(key)
        if found == nil, case .thing(let thing) = subject { note("\(thing) needs “\(key)”") }
        return found
    }

    /// What `read` makes of the field's text; `read` returns nil when it is wrong. `expected` says what would be right.
    package mutating func value<Value>(_ key: String, expected: String, read: (String) -> Value?) -> Value? {
        guard let node = node(key) else { return nil }
        let value = node.scalar.flatMap { read($0.string) }
        if value == nil { refuse(key, expected: expected, at: node) }
        return value
    }

    /// A text that is not empty; nil when it is wrong. Without a default the field is required.
    package mutating func text(_ key: String, default fallback: String? = nil) -> String? {
        guard let node = fallback == nil ? required(key) : node(key) else { return fallback }
        guard let text = node.scalar?.string, !text.isEmpty else {
            refuse(key, expected: "a text", at: node)
            return nil
        }
        return text
    }

    /// A number within `range`.
    package mutating func number(_ key: String, in range: ClosedRange<Double>, default fallback: Double) -> Double {
        let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
        return value(key, expected: expected) { text in
            Double(text).flatMap { $0.isFinite && range.contains($0) ? $0 : nil }
        } ?? fallback
    }

    /// A whole number within `range`.
    package mutating func whole(_ key: String, in range: ClosedRange<Int>) -> Int? {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return value(key, expected: expected) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// A whole number within `range`.
    package mutating func whole(_ key: String, in range: ClosedRange<Int>, default fallback: Int) -> Int {
        whole(key, in: range) ?? fallback
    }

    /// `true` or `false`.
    package mutating func boolean(_ key: String, default fallback: Bool) -> Bool {
        guard let node = node(key) else { return fallback }
        guard let value = node.bool else {
            refuse(key, expected: "true or false", at: node)
            return fallback
        }
        return value
    }

    /// A duration within `range`, written `500ms`, `10s`, `5m` or `2h`.
    package mutating func duration(_ key: String, in range: ClosedRange<Duration>, default fallback: Duration)
        -> Duration
    {
        let expected = "a duration such as 500ms, 10s, 5m or 2h, from \(range.lowerBound) to \(range.upperBound)"
        return value(key, expected: expected) { text in
            Duration(short: text).flatMap { range.contains($0) ? $0 : nil }
        } ?? fallback
    }

    /// A name that follows the name rule.
    package mutating func name(_ key: String, isRequired: Bool = true) -> DisplayName? {
        guard let node = isRequired ? required(key) : node(key) else { return nil }
        do throws(NameError) {
            return try DisplayName(node.scalar?.string ?? "")
        } catch {
            note("“\(key)”: \(error)", at: node)
            return nil
        }
    }

    /// The nodes of a list; empty when the field is missing or wrong.
    package mutating func list(_ key: String) -> [Node] {
        guard let node = node(key) else { return [] }
        guard let sequence = node.sequence else {
            note("“\(key)” is a list", at: node)
            return []
        }
        return Array(sequence)
    }

    /// The keys and values of a mapping with any keys, at most `most` of them, in the order of the file; empty when the
    /// field is missing or wrong.
    package mutating func entries(_ key: String, most: Int) -> [(key: Node, value: Node)] {
        guard let node = node(key) else { return [] }
        guard let mapping = node.mapping, mapping.count <= most else {
            note("“\(key)” is a mapping of at most \(most) keys and values", at: node)
            return []
        }
        return mapping.map { ($0.key, $0.value) }
    }

    /// Adds the errors of a nested mapping.
    package mutating func add(_ others: [FieldError]) { mistakes += others }

    /// The members of `Choice` that the field lists, or the one that it names. Wrong ones are left out, after the
    /// errors have been recorded.
    package mutating func choices<Choice>(_ key: String, type: Choice.Type) -> [Choice]?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let node = node(key) else { return nil }
        return (node.sequence.map { Array($0) } ?? [node]).compactMap { choice($0, key: key, type: type) }
    }

    /// The member of `Choice` that `node` names; `key` is the field for the message.
    package mutating func choice<Choice>(_ node: Node, key: String, type: Choice.Type) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        if let choice = Choice.allCases.first(where: { $0.rawValue == node.scalar?.string }) { return choice }
        let offered = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        note(
            "“\(key)” is one of \(offered), not “\(EscapedText(node.scalar?.string ?? "a list", limit: 40))”", at: node)
        return nil
    }

    /// Records an error for every key that was not requested before: most of them are misspelt.
    package mutating func rejectUnknownKeys() {
        let offered = known.sorted().joined(separator: ", ")
        for (key, _) in mapping ?? [:] where !known.contains(key.scalar?.string ?? "") {
            let name = key.scalar?.string ?? "?"
            switch subject {
            case .thing(let thing):
                note("\(thing) has no “\(EscapedText(name, limit: 40))”; it has \(offered)", at: key)
            case .settings(let section, let manual):
                let name = EscapedText(section + name, limit: 80)
                note("\(name) is not a setting; \(manual) shows all settings", at: key)
            }
        }
    }
}

extension Node {
    /// The number of the line in the file, from 1; 0 when it is not known.
    package var line: Int { mark?.line ?? 0 }

    /// Whether it is what follows a key without a value.
    fileprivate var isWithoutValue: Bool { scalar.map { ["", "~", "null"].contains($0.string) } ?? false }
}

extension Duration {
    /// Parses `500ms`, `10s`, `5m`, `2h` or `1d`.
    fileprivate init?(short text: String) {
        let digits = text.prefix { $0.isNumber || $0 == "." }
        let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let number = Double(digits), number.isFinite, number >= 0, number < 1e9,
            let unit = units[String(text.dropFirst(digits.count))]
        else { return nil }
        self = .milliseconds(Int64((number * unit * 1000).rounded()))
    }
}

/// One error in a file: its line, and a message that says what would be right.
package struct FieldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1; 0 when the error concerns the whole file.
    package let line: Int
    package let message: String

    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { line > 0 ? "line \(line): \(message)" : message }
}

extension Sequence<FieldError> {
    /// The errors in the order of their lines.
    package var sortedByLine: [FieldError] { sorted { $0.line < $1.line } }
}

extension Node {
    /// Parses a file into nodes with line numbers; nil when the file is empty. Throws the parser's message with its line
    /// when the text is not YAML.
    package static func document(_ yaml: String) throws(FieldError) -> Node? {
        do {
            return try compose(yaml: yaml)
        } catch {
            throw FieldError(parsing: error)
        }
    }

    /// Parses a file that must not be empty.
    package static func parsed(_ yaml: String) throws(FieldError) -> Node {
        guard let root = try document(yaml) else { throw FieldError(line: 1, message: "the file is empty") }
        return root
    }
}

extension FieldError {
    fileprivate init(parsing error: any Error) {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            self.init(line: mark.line, message: problem)
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            self.init(line: context.mark.line, message: "the key \(keys.joined(separator: ", ")) occurs twice")
        default:
            self.init(line: 1, message: "\(EscapedText("\(error)", limit: 200))")
        }
    }
}
