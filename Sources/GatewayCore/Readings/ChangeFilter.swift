import HomeModel

/// Tells a state that changed from one that was said again. What is not committed can be taken back.
///
/// | a change | passes |
/// |---|---|
/// | later than the newest of its series, another value | yes |
/// | later, the same value | no, but it is remembered as a repetition |
/// | before a remembered repetition of another value | yes, and the repetition with it: the state had returned by then |
/// | older than the newest | yes: between which two values it lies is not known here |
/// | the newest lies in the future of the clock, which was set back | if it has another value than the newest |
/// | of an unknown order | yes |
///
/// The store keeps one change for each series and time, so one that passes twice is stored once.
struct ChangeFilter {
    /// By what the changes of one call are put in order.
    enum Order {
        case byTime
        /// They have no time yet, and were made in the order in which they arrive.
        case byArrival
        /// A device stamped them, by a clock that ours cannot be compared with yet.
        case unknown
    }

    fileprivate struct Latest {
        var value: CapabilityValue
        /// Nil while the time of `value` is not known.
        var time: Timestamp?
        /// What was said again and not stored, by ascending time.
        var repetitions: [StateChange] = []
    }

    /// Of more repetitions the oldest are forgotten. A late change before them then holds longer than it did.
    private static let rememberedRepetitions = 16

    private var committed: [SeriesID: Latest]
    private var uncommitted: [SeriesID: Latest] = [:]

    /// `latest` are the newest changes that are stored; `held` are values that were said later and wait for their time.
    init(_ latest: [SeriesID: StateChange], held: [SeriesID: CapabilityValue] = [:]) {
        committed = latest.mapValues { Latest(value: $0.value, time: $0.time) }
        for (series, value) in held { committed[series] = Latest(value: value, time: nil) }
    }

    /// Whether `change` says again what the newest state of its series is, so that `pass` stores nothing.
    func isRepetition(_ change: StateChange) -> Bool {
        guard let latest = uncommitted[change.series] ?? committed[change.series] else { return false }
        return latest.value == change.value && latest.time.map { change.time >= $0 } ?? true
    }

    /// What has to be stored because of `change`, and whether it is the newest state of its series and another one.
    /// Of a late change with the same time as another one, the store keeps the first.
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
        let place = repetitions.lastIndex { $0.time <= repetition.time }.map { $0 + 1 } ?? 0
        if place > 0, repetitions[place - 1].time == repetition.time { return }
        repetitions.insert(repetition, at: place)
        if repetitions.count > limit { repetitions.removeFirst() }
    }
}
