import HomeModel

/// The rules for all reports of one series of an adopted device.
struct SeriesRule {
    /// Nil for a series that is not a recorded quantity.
    let quantity: QuantityRule?
    /// Nil for a series that is not recorded as state changes.
    let changes: RecordKind?
    /// Whether the series accepts commands: then `LinkEventReceiver` shows its states.
    let isCommandable: Bool

    fileprivate init(_ capability: Capability?) {
        quantity = capability.flatMap(QuantityRule.init)
        isCommandable = capability?.isCommanded ?? false
        changes = if case .stateChange(let kind) = capability?.kind.facts.recording { kind } else { nil }
    }
}

/// The rules of the series that report, looked up once for each revision of the home.
struct SeriesRules {
    private(set) var home: HomeSnapshot
    private var rules: [SeriesID: SeriesRule?] = [:]

    init(_ home: HomeSnapshot) { self.home = home }

    /// Nil for a device that is not adopted, or not any more: its reports are ignored.
    subscript(_ series: SeriesID) -> SeriesRule? {
        mutating get {
            if let known = rules[series] { return known }
            let rule = home[series.device].map { SeriesRule($0.capability(series.capability, of: series.part)) }
            rules[series] = .some(rule)
            return rule
        }
    }
}
