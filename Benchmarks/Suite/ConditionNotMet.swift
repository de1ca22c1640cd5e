/// A measurement failed because a condition was not met; `what` is the condition.
struct ConditionNotMet: Error, CustomStringConvertible {
    private let what: String

    init(_ what: String) { self.what = what }

    var description: String { "this condition was not met: \(what)" }
}
