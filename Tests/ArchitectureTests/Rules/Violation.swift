/// A place that breaks a rule, why it is one, and what to do instead.
struct Violation: Equatable, CustomStringConvertible {
    let path: String
    /// From 1.
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
