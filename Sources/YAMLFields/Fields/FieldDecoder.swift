package import HomeModel
package import Yams

/// Decodes the fields of one YAML mapping, and collects every error instead of stopping at the first.
///
/// Unless stated otherwise, the methods return the default, or nil, for a missing field, and also for a wrong one,
/// after they have recorded the error.
package struct FieldDecoder {
    package private(set) var mistakes: [FieldError] = []
    package let line: Int
    private let thing: String
    private let mapping: Node.Mapping?
    private var known: Set<String> = []

    /// `thing` names in messages what the mapping describes, such as “a device”.
    package init(_ node: Node, thing: String) {
        self.thing = thing
        mapping = node.mapping
        line = node.line
        if mapping == nil { note("\(thing) is a mapping of keys and values", at: node) }
    }

    /// Records an error at `node`, or at the line of the mapping.
    package mutating func note(_ message: String, at node: Node? = nil) {
        mistakes.append(FieldError(line: node?.line ?? line, message: message))
    }

    /// The field's node; nil when it is missing.
    package mutating func node(_ key: String) -> Node? {
        known.insert(key)
        return mapping?[Node(key)]
    }

    /// The field's node; records an error and returns nil when it is missing.
    package mutating func required(_ key: String) -> Node? {
        guard mapping != nil else { return nil }
        let found = node(key)
        if found == nil { note("\(thing) needs “\(key)”") }
        return found
    }

    /// A text that is not empty; nil when it is wrong. Without a default the field is required.
    package mutating func text(_ key: String, default fallback: String? = nil) -> String? {
        guard let node = fallback == nil ? required(key) : node(key) else { return fallback }
        guard let text = node.scalar?.string, !text.isEmpty else {
            note("“\(key)” is a text", at: node)
            return nil
        }
        return text
    }

    /// A number within `range`.
    package mutating func number(_ key: String, in range: ClosedRange<Double>, default fallback: Double) -> Double {
        guard let node = node(key) else { return fallback }
        guard let number = node.scalar.flatMap({ Double($0.string) }), number.isFinite, range.contains(number) else {
            note("“\(key)” is a number from \(range.lowerBound) to \(range.upperBound)", at: node)
            return fallback
        }
        return number
    }

    /// A whole number within `range`.
    package mutating func whole(_ key: String, in range: ClosedRange<Int>, default fallback: Int) -> Int {
        guard let node = node(key) else { return fallback }
        guard let number = node.scalar.flatMap({ Int($0.string) }), range.contains(number) else {
            note("“\(key)” is a whole number from \(range.lowerBound) to \(range.upperBound)", at: node)
            return fallback
        }
        return number
    }

    /// `true` or `false`.
    package mutating func boolean(_ key: String, default fallback: Bool) -> Bool {
        guard let node = node(key) else { return fallback }
        guard let value = node.bool else {
            note("“\(key)” is true or false", at: node)
            return fallback
        }
        return value
    }

    /// A duration within `range`, written `500ms`, `10s`, `5m` or `2h`.
    package mutating func duration(_ key: String, in range: ClosedRange<Duration>, default fallback: Duration)
        -> Duration
    {
        guard let node = node(key) else { return fallback }
        guard let duration = node.scalar.flatMap({ Duration(short: $0.string) }), range.contains(duration) else {
            let bounds = "from \(range.lowerBound) to \(range.upperBound)"
            note("“\(key)” is a duration such as 500ms, 10s, 5m or 2h, \(bounds)", at: node)
            return fallback
        }
        return duration
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
        if let choice = node.scalar.flatMap({ Choice(rawValue: $0.string) }) { return choice }
        let offered = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        note(
            "“\(key)” is one of \(offered), not “\(EscapedText(node.scalar?.string ?? "a list", limit: 40))”", at: node)
        return nil
    }

    /// Records an error for every key that was not requested before: most of them are misspelt.
    package mutating func rejectUnknownKeys() {
        for (key, _) in mapping ?? [:] where !known.contains(key.scalar?.string ?? "") {
            let offered = known.sorted().joined(separator: ", ")
            note("\(thing) has no “\(EscapedText(key.scalar?.string ?? "?", limit: 40))”; it has \(offered)", at: key)
        }
    }
}

extension Node {
    /// The number of the line in the file, from 1; 0 when it is not known.
    package var line: Int { mark?.line ?? 0 }
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
    /// The number of the line, from 1.
    package let line: Int
    package let message: String

    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { "line \(line): \(message)" }
}

extension Node {
    /// Parses a file into nodes with line numbers. Throws the parser's message with its line when the text is not YAML.
    package static func parsed(_ yaml: String) throws(FieldError) -> Node {
        let root: Node?
        do {
            root = try compose(yaml: yaml)
        } catch {
            throw FieldError(parsing: error)
        }
        guard let root else { throw FieldError(line: 1, message: "the file is empty") }
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
