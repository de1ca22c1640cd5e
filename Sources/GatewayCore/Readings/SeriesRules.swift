import HomeModel

/// What holds for everything that one series of an adopted device reports.
struct SeriesRule {
    /// Nil for what is no recorded quantity.
    let quantity: QuantityRule?
    /// Nil for what is not recorded as changes of state.
    let changes: RecordKind?
    /// Whether it can be told something: then `LinkIntake` shows its states.
    let isTold: Bool

    fileprivate init(_ capability: Capability?) {
        quantity = capability.flatMap(QuantityRule.init)
        isTold = capability?.isCommanded ?? false
        changes = if case .stateChange(let kind) = capability?.kind.facts.recording { kind } else { nil }
    }
}

/// The rules of the series that report, looked up in the home once for each change of it.
struct SeriesRules {
    private(set) var home: HomeSnapshot
    private var rules: [SeriesID: SeriesRule?] = [:]

    init(_ home: HomeSnapshot) { self.home = home }

    /// Nil for a device that is not adopted, or no longer: what it says is nobody's.
    subscript(_ series: SeriesID) -> SeriesRule? {
        mutating get {
            if let known = rules[series] { return known }
            let rule = home[series.device].map { SeriesRule($0.capability(series.capability, of: series.part)) }
            rules[series] = .some(rule)
            return rule
        }
    }
}
