/// One thing that is wrong in a file, where it is, and what would be right.
package struct FieldMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package let line: Int
    package let message: String

    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { "line \(line): \(message)" }
}
