/// Everything that is wrong with a configuration file, at once.
package struct ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
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
