/// One row of the table: the measured values, their goals, and the baseline for comparison.
struct Figure: Codable, Sendable {
    /// A number with a name such as `p99`; the name is empty where there is only one.
    struct Value: Codable, Sendable {
        let name: String
        let number: Double
    }

    /// The values of something comparable, measured in the same run.
    struct Baseline: Codable, Sendable {
        let what: String
        let values: [Value]
    }

    let name: String
    let unit: String
    let values: [Value]
    let goals: [Goal]
    let baseline: Baseline?
    /// Further information that is needed to understand the row.
    let note: String?

    init(
        _ name: String, in unit: String, values: [Value], goals: [Goal] = [], baseline: Baseline? = nil,
        note: String? = nil
    ) {
        self.name = name
        self.unit = unit
        self.values = values
        self.goals = goals
        self.baseline = baseline
        self.note = note
    }

    /// The ratio of the measured value to its baseline, for the value that has a goal, else for the first value that
    /// both have.
    var ratio: Double? {
        let names = goals.map(\.value) + values.map(\.name)
        for name in names {
            guard let number = values.number(name), let base = baseline?.values.number(name), base > 0 else { continue }
            return number / base
        }
        return nil
    }

    /// Whether all goals are met; nil without a goal.
    var isMet: Bool? {
        goals.isEmpty ? nil : goals.allSatisfy { $0.isMet(by: $0.isRatio ? ratio : values.number($0.value)) }
    }
}

/// A bound for one value of a figure, or for its ratio to the baseline.
struct Goal: Codable, Sendable {
    let value: String
    let bound: Double
    let isUpperBound: Bool
    let isRatio: Bool

    static func atMost(_ bound: Double, value: String = "") -> Goal {
        Goal(value: value, bound: bound, isUpperBound: true, isRatio: false)
    }

    static func atLeast(_ bound: Double, value: String = "") -> Goal {
        Goal(value: value, bound: bound, isUpperBound: false, isRatio: false)
    }

    static func atMost(ratio bound: Double) -> Goal {
        Goal(value: "", bound: bound, isUpperBound: true, isRatio: true)
    }

    static func atLeast(ratio bound: Double) -> Goal {
        Goal(value: "", bound: bound, isUpperBound: false, isRatio: true)
    }

    func isMet(by number: Double?) -> Bool {
        guard let number else { return false }
        return isUpperBound ? number <= bound : number >= bound
    }
}

extension [Figure.Value] {
    static func one(_ number: Double) -> Self { [Figure.Value(name: "", number: number)] }

    func number(_ name: String) -> Double? { first { $0.name == name }?.number }
}
