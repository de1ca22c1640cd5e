import HomeModel

/// Separates changes of a state from repetitions. Changes that are not committed can be rolled back.
///
/// | a change | passes |
/// |---|---|
/// | later than the newest of its series, another value | yes |
/// | later, the same value | no, but it is remembered as a repetition |
/// | before a remembered repetition of another value | yes, and the repetition too: the state had returned by then |
/// | older than the newest | yes: between which two values it lies is not known here |
/// | the newest lies in the future of the clock, which was set back | if it has another value than the newest |
/// | of an unknown order | yes |
///
/// The store keeps one change for each series and time, so one that passes twice is stored once.
struct ChangeFilter {
    /// The order of the changes in a call.
    enum Order {
        case byTime
        /// The changes have no time yet, and were made in the order in which they arrive.
        case byArrival
        /// A device stamped the changes with a clock that cannot be compared with the gateway's clock yet.
        case unknown
    }

    /// The newest state of a series, and its repetitions.
    fileprivate struct Latest {
        var value: CapabilityValue
        /// Nil while the time of `value` is not known.
        var time: Timestamp?
        /// The repetitions that were not stored, by ascending time.
        var repetitions: [StateChange] = []
    }

    /// Beyond this number, the oldest repetitions are forgotten. The history then shows a late change before them for
    /// longer than it lasted.
    private static let rememberedRepetitions = 16

    private var committed: [SeriesID: Latest]
    private var uncommitted: [SeriesID: Latest] = [:]

    /// `latest` are the newest stored changes; `held` are later values that wait for their time.
    init(_ latest: [SeriesID: StateChange], held: [SeriesID: CapabilityValue] = [:]) {
        committed = latest.mapValues { Latest(value: $0.value, time: $0.time) }
        for (series, value) in held { committed[series] = Latest(value: value, time: nil) }
    }

    /// Whether `change` repeats the newest state of its series, so that `pass` stores nothing.
    func isRepetition(_ change: StateChange) -> Bool {
        guard let latest = uncommitted[change.series] ?? committed[change.series] else { return false }
        return latest.value == change.value && latest.time.map { change.time >= $0 } ?? true
    }

    /// Returns the changes that must be stored because of `change`, and whether `change` is the newest state of its
    /// series and a different one. Of a late change with the same time as another one, the store keeps the first.
    mutating func pass(
        _ change: StateChange, in order: Order = .byTime, now: Timestamp
    ) -> (changes: [StateChange], isNews: Bool) {
        let series = change.series
        guard var latest = uncommitted[series] ?? committed[series] else {
            uncommitted[series] = Latest(value: change.value, time: order == .byTime ? change.time : nil)
            return ([change], true)
        }
        switch order {
        case .unknown: return ([change], latest.value != change.value)
        case .byArrival:
            guard latest.value != change.value else { return ([], false) }
            uncommitted[series] = Latest(value: change.value, time: nil)
            return ([change], true)
        case .byTime:
            if let newest = latest.time, newest > now {
                uncommitted[series] = Latest(value: change.value, time: change.time)
                return latest.value == change.value ? ([], false) : ([change], true)
            }
            let isLate = latest.time.map { change.time < $0 } ?? false
            if !isLate, latest.value == change.value {
                latest.remember(change, atMost: Self.rememberedRepetitions)
                uncommitted[series] = latest
                return ([], false)
            }
            let next = latest.repetitions.first { $0.time > change.time }
            if let next, next.value != change.value {
                latest.time = max(latest.time ?? next.time, next.time)
                uncommitted[series] = latest
                return ([change, next], false)
            }
            guard !isLate, next == nil else { return ([change], false) }
            latest.value = change.value
            latest.time = change.time
            uncommitted[series] = latest
            return ([change], true)
        }
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

extension ChangeFilter.Latest {
    fileprivate mutating func remember(_ repetition: StateChange, atMost limit: Int) {
        let index = repetitions.lastIndex { $0.time <= repetition.time }.map { $0 + 1 } ?? 0
        if index > 0, repetitions[index - 1].time == repetition.time { return }
        repetitions.insert(repetition, at: index)
        if repetitions.count > limit { repetitions.removeFirst() }
    }
}
