import HomeModel

/// Tells a state that changed from one that was said again. What is not committed can be taken back.
struct ChangeFilter {
    private var committed: [SeriesID: CapabilityValue]
    private var uncommitted: [SeriesID: CapabilityValue] = [:]

    init(_ latest: [SeriesID: CapabilityValue]) { committed = latest }

    /// Whether it is what the series has already.
    func knows(_ change: StateChange) -> Bool {
        (uncommitted[change.series] ?? committed[change.series]) == change.value
    }

    mutating func isNew(_ change: StateChange) -> Bool {
        guard !knows(change) else { return false }
        uncommitted[change.series] = change.value
        return true
    }

    mutating func commit() {
        committed.merge(uncommitted) { $1 }
        uncommitted.removeAll(keepingCapacity: true)
    }

    mutating func rollBack() { uncommitted.removeAll() }

    /// Forgets the series that the home does not have any more.
    mutating func keep(_ isKept: (SeriesID) -> Bool) {
        committed = committed.filter { isKept($0.key) }
        uncommitted = uncommitted.filter { isKept($0.key) }
    }
}
