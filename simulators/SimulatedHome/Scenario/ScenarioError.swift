package import YAMLFields

/// Why a scenario cannot be run.
package enum ScenarioError: Error, Hashable, Sendable {
    case unreadable(path: String)
    case tooLarge(bytes: Int, limit: Int)
    case notYAML(line: Int, reason: String)
    /// All mistakes, in the order of their lines.
    case mistakes([FieldError])
}

extension ScenarioError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path): "The scenario \(path) cannot be read; give the path of a YAML file."
        case .tooLarge(let bytes, let limit): "The scenario has \(bytes) bytes; at most \(limit) are read."
        case .notYAML(let line, let reason): "The scenario is not YAML: line \(line): \(reason)."
        case .mistakes(let mistakes): mistakes.map(\.description).joined(separator: "\n")
        }
    }
}
