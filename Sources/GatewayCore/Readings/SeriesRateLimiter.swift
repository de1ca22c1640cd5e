package import HomeModel

/// Limits how much of one series is stored, so that one device cannot fill the disk: two readings or changes a second
/// in the long run, and a day's worth of them at once. A text counts once more for each 64 bytes.
///
/// Utility meters (P1) report once a second, some of them twice. A series at the limit takes about 60 MB a year, since
/// regular readings take about a byte on disk. A device that invents times and values can make that 15 MB a day at
/// most: that is a day's worth of changes to texts of 63 bytes, or a tenth as many of 1 kB.
///
/// The limit counts by arrival, since a device may write any time of its own into what it reports. A backlog after an
/// outage of a day passes, whether the device or the broker kept it.
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

extension ReadingPipeline {
    /// The devices of which readings or changes were refused within the last hour because there were too many, with
    /// their counts.
    package var rateLimited: [(device: DeviceID, refusal: SeriesRateLimiter.Refusal)] {
        let now = clock.uptime()
        return budgets.refused.filter { now - $0.value.last < .hours(1) }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }
}
