/// A measurement failed because a condition was not met.
struct ConditionNotMet: Error, CustomStringConvertible {
    private let condition: String

    init(_ condition: String) { self.condition = condition }

    var description: String { "this condition was not met: \(condition)" }
}
