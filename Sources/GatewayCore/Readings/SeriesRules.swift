package import HomeModel
import Logging

/// The rules for all reports of one series of an adopted device.
struct SeriesRule {
    /// Nil for a series that is not a recorded quantity.
    let quantity: QuantityRule?
    /// Nil for a series that is not recorded as state changes.
    let changes: RecordKind?
    /// The path whose reports are the events of the series.
    let eventPath: StateDisplay.EventPath

    fileprivate init(_ capability: Capability?) {
        quantity = capability.flatMap(QuantityRule.init)
        eventPath = capability.map(StateDisplay.EventPath.init) ?? .validatedReports
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

/// Counts rejected reports, and logs them at most once a minute for each device and reason.
struct RejectionCounts {
    private(set) var counts: [DeviceID: [String: Int]] = [:]
    private var lastLogged: [DeviceID: [String: Timestamp]] = [:]
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    mutating func note(_ code: String, sentence: @autoclosure () -> String, device: DeviceID, at now: Timestamp) {
        counts[device, default: [:]][code, default: 0] += 1
        if let last = lastLogged[device]?[code], now - last < .seconds(60) { return }
        lastLogged[device, default: [:]][code] = now
        logger.notice(
            "a reading was rejected",
            metadata: [
                LogKey.deviceID: "\(device)", LogKey.errorCode: "\(code)", LogKey.errorDetail: "\(sentence())",
                LogKey.count: "\(counts[device]?[code] ?? 0)",
            ])
    }
}

/// Limits how much of one series is stored, so that one device cannot fill the disk: two readings or changes a second
/// in the long run, and a day's worth of them at once. A text counts once more for each 64 bytes.
///
/// Utility meters (P1) report once a second, some of them twice. A series at the limit takes about 60 MB a year, since
/// regular readings take about a byte on disk. A device that invents times and values can make that 15 MB a day at
/// most: that is a day's worth of changes to texts of 63 bytes, or a tenth as many of 1 kB.
///
/// The limit counts by arrival, since a device may write any time of its own into what it reports. A backlog after an
/// outage of a day passes, whether the device or the link kept it.
package struct SeriesRateLimiter {
    /// The number of records of one series that are stored per second, in the long run.
    static let perSecond = 2.0
    /// The number of records of one series that are stored at once after a pause of a day.
    static let burst = 86_400 * perSecond

    /// The records that a series may still store.
    private struct TokenBucket {
        var left = SeriesRateLimiter.burst
        /// On the monotonic clock.
        var at: Duration

        /// Returns the budget at `uptime`, including the part that was refilled since.
        func refilled(until uptime: Duration) -> TokenBucket {
            let elapsed = max(0, (uptime - at) / .seconds(1))
            return TokenBucket(
                left: min(SeriesRateLimiter.burst, left + elapsed * SeriesRateLimiter.perSecond), at: max(at, uptime))
        }
    }

    private var budgets: [SeriesID: TokenBucket] = [:]
    /// Budgets of series that a device of the home does not have any more: otherwise a device that describes itself
    /// without a property, and then with it, would get a new budget each time.
    private var left: [DeviceID: [SeriesID: TokenBucket]] = [:]
    /// The records that were refused since the start, by device.
    private(set) var refused: [DeviceID: Refusal] = [:]

    /// Returns whether one more record of the series, which counts as `weight`, may be stored. Counts refused records.
    /// `uptime` never goes back.
    mutating func admit(_ series: SeriesID, weight: Int = 1, at uptime: Duration) -> Bool {
        var budget = (budgets[series] ?? budget(ofNew: series, at: uptime)).refilled(until: uptime)
        let isStored = budget.left >= Double(weight)
        if isStored {
            budget.left -= Double(weight)
        } else {
            refused[series.device, default: Refusal()].add(series, at: uptime)
        }
        budgets[series] = budget
        return isStored
    }

    /// A new series of a device uses the budget of a series that the device does not have any more: its own, or the one
    /// with the least left. So there are never more budgets of a device than it had series at once.
    private mutating func budget(ofNew series: SeriesID, at uptime: Duration) -> TokenBucket {
        guard let known = left[series.device] else { return TokenBucket(at: uptime) }
        let least = known.min { $0.value.left < $1.value.left }?.key
        guard let heir = known[series] == nil ? least : series else { return TokenBucket(at: uptime) }
        return left[series.device]?.removeValue(forKey: heir) ?? TokenBucket(at: uptime)
    }

    /// Forgets devices that the home does not have any more, and full budgets of series that it does not have any more.
    mutating func keep(
        at uptime: Duration, devices isDevice: (DeviceID) -> Bool, series isSeries: (SeriesID) -> Bool
    ) {
        for (series, budget) in budgets where !isSeries(series) {
            budgets[series] = nil
            left[series.device, default: [:]][series] = budget
        }
        left = left.filter { isDevice($0.key) }
            .mapValues { $0.mapValues { $0.refilled(until: uptime) }.filter { $0.value.left < Self.burst } }
            .filter { !$0.value.isEmpty }
        refused = refused.filter { isDevice($0.key) }
    }

    /// Returns the devices of which records were refused after `uptime`, with all their refused records, by device.
    func refused(after uptime: Duration) -> [(device: DeviceID, refusal: Refusal)] {
        refused.filter { $0.value.last > uptime }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The refused records of one device.
    package struct Refusal: Sendable, Equatable {
        package private(set) var count = 0
        /// The series that exceeded its budget last.
        package private(set) var series: SeriesID?
        /// On the monotonic clock.
        package private(set) var last = Duration.zero

        fileprivate mutating func add(_ series: SeriesID, at uptime: Duration) {
            count += 1
            self.series = series
            last = uptime
        }
    }
}

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

    /// `latest` are the newest stored changes; `unclocked` are later values without a time.
    init(_ latest: [SeriesID: StateChange], unclocked: [SeriesID: CapabilityValue] = [:]) {
        committed = latest.mapValues { Latest(value: $0.value, time: $0.time) }
        for (series, value) in unclocked { committed[series] = Latest(value: value, time: nil) }
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

    /// Keeps the uncommitted states of `series`: their changes are stored.
    mutating func commit(_ series: Set<SeriesID>) {
        for series in series {
            if let latest = uncommitted.removeValue(forKey: series) { committed[series] = latest }
        }
    }

    /// Forgets the uncommitted states of `series`: their changes are not stored, and come again.
    mutating func rollBack(_ series: Set<SeriesID>) {
        for series in series { uncommitted[series] = nil }
    }

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
