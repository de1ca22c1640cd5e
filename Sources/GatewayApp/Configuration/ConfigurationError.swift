/// All mistakes in a configuration file, reported together.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One mistake, with its line if that is known.
    package struct Problem: Sendable, Equatable, CustomStringConvertible {
        package let line: Int?
        package let message: String

        package var description: String { line.map { "line \($0): \(message)" } ?? message }
    }

    package let file: String
    package let problems: [Problem]

    package var description: String {
        let count = problems.count == 1 ? "1 mistake" : "\(problems.count) mistakes"
        return "\(file) has \(count):\n" + problems.map { "  \($0)" }.joined(separator: "\n")
    }
}
