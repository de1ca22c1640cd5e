package import HomeModel

/// Limits how much one series has stored, so that one device cannot fill the disk: two readings or changes a second in the
/// long run, and a day's worth of them at once.
///
/// Utility meters (P1) report once a second, some of them twice. A series at the limit takes about 60 MB a year, since
/// regular readings take about a byte on disk, and at most 0.4 MB a day when it invents times and values.
///
/// The limit counts by arrival, since a device may write any time of its own into what it reports. A backlog after an
/// outage of a day passes, whether the device or the broker kept it.
package struct SeriesBudgets {
    /// How much of one series is stored in a second, in the long run.
    static let perSecond = 2.0
    /// How much of one series is stored at once after a pause of a day.
    static let burst = 86_400 * perSecond

    private struct Budget {
        var left = SeriesBudgets.burst
        /// On the monotonic clock.
        var at: Duration
    }

    private var budgets: [SeriesID: Budget] = [:]
    /// What was not stored, by device, since the start.
    private(set) var refused: [DeviceID: Refusal] = [:]

    /// Whether one more record of the series is stored. What is not is counted. `uptime` never goes back.
    mutating func take(_ series: SeriesID, at uptime: Duration) -> Bool {
        var budget = budgets[series] ?? Budget(at: uptime)
        let elapsed = (uptime - budget.at) / .seconds(1)
        budget.left = min(Self.burst, budget.left + max(0, elapsed) * Self.perSecond)
        budget.at = uptime
        let isStored = budget.left >= 1
        if isStored { budget.left -= 1 } else { refused[series.device, default: Refusal()].add(series, at: uptime) }
        budgets[series] = budget
        return isStored
    }

    /// Forgets series that the home does not have any more.
    mutating func keep(_ isKept: (SeriesID) -> Bool) {
        budgets = budgets.filter { isKept($0.key) }
        refused = refused.filter { $0.value.series.map(isKept) ?? false }
    }

    /// What of one device was not stored.
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
    /// How many readings and changes of a device were not stored because there were too many, where that happened within
    /// the last hour.
    package var overBudget: [(device: DeviceID, refusal: SeriesBudgets.Refusal)] {
        let now = clock.uptime()
        return budgets.refused.filter { now - $0.value.last < .hours(1) }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }
}
