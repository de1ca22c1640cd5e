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
