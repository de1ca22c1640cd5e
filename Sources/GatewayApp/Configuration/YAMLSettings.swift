import HomeModel
import Yams

/// The scalar values of a YAML file by dotted key, with their lines. Collects all mistakes instead of stopping at the
/// first.
struct YAMLSettings {
    /// Far more than the number of settings. Without a limit, aliases could expand a small file endlessly.
    private static let maximumEntries = 500

    private(set) var problems: [ConfigurationError.Problem] = []
    private(set) var requestedKeys: Set<String> = []
    private var values: [String: (text: String, line: Int?)] = [:]

    init(yaml: String) {
        do {
            guard let root = try Yams.compose(yaml: yaml) else { return }
            collect(root, at: "", depth: 0)
        } catch {
            let line = (error as? YamlError)?.line
            problems.append(.init(line: line, message: "This is not YAML; check quotes, colons and indentation."))
        }
    }

    /// Passes the text of `key` to `take`, which returns whether it is valid. `expected` completes “must be …” in the
    /// message.
    mutating func text(_ key: String, expected: String, take: (String) -> Bool) {
        requestedKeys.insert(key)
        // A key without a value keeps its default.
        guard let (text, line) = values[key], !text.isEmpty, text != "null", text != "~" else { return }
        guard !take(text) else { return }
        problems.append(
            .init(line: line, message: "\(key) must be \(expected), not “\(EscapedText(text, limit: 60))”."))
    }

    mutating func number(_ key: String, range: ClosedRange<Int>, take: (Int) -> Void) {
        text(key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            guard let number = Int(text), range.contains(number) else { return false }
            take(number)
            return true
        }
    }

    mutating func flag(_ key: String, take: (Bool) -> Void) {
        text(key, expected: "true or false") { text in
            guard let flag = Bool(text) else { return false }
            take(flag)
            return true
        }
    }

    /// Records a mistake for every key that was not asked for, and sorts all mistakes by line.
    mutating func noteUnknownKeys() {
        for (key, (text, line)) in values where !requestedKeys.contains(key) && !(text.isEmpty && isSection(key)) {
            problems.append(
                .init(
                    line: line,
                    message: "\(EscapedText(key, limit: 80)) is not a setting; tomte.example.yaml shows all settings."))
        }
        problems.sort { ($0.line ?? 0, $0.message) < ($1.line ?? 0, $1.message) }
    }

    /// Whether `key` is the name of a section; all settings of an empty section are left out.
    private func isSection(_ key: String) -> Bool { requestedKeys.contains { $0.hasPrefix("\(key).") } }

    private mutating func collect(_ node: Node, at path: String, depth: Int) {
        switch node {
        case .mapping(let mapping) where depth < 4:
            for (key, value) in mapping {
                guard values.count + problems.count < Self.maximumEntries else { return }
                let name = key.string ?? "?"
                collect(value, at: path.isEmpty ? name : "\(path).\(name)", depth: depth + 1)
            }
        case .scalar(let scalar) where depth > 0:
            values[path] = (scalar.string, node.mark?.line)
        default:
            problems.append(
                .init(
                    line: node.mark?.line,
                    message: "\(path.isEmpty ? "The file" : path) must be keys with one value each."))
        }
    }
}

extension YamlError {
    fileprivate var line: Int? {
        switch self {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
        default: nil
        }
    }
}
