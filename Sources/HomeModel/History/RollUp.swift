/// What remains of one hour of one series when its readings are gone; merged, of a day.
package struct RollUp: Hashable, Sendable {
    /// Start of the hour in UTC, or of the calendar day.
    package let start: Timestamp
    package let count: Int
    package let minimum: Double
    package let maximum: Double
    package let first: Double
    package let last: Double
    /// Weighted by time, at seven significant digits.
    ///
    /// Each value holds until the next one, the last one until the hour's end. The value before the hour is carried in
    /// from the hour's start when it is at most one hour older than that.
    package let mean: Double
    /// Of the readings, at nine decimals.
    package let sum: Double
    /// By how much a counter grew since the reading before the first one, at nine decimals; 0 when it is no counter.
    package let increase: Double
    /// How much of the hour (or the day) the mean stands for, in whole milliseconds.
    package let coverage: Duration

    package init(
        start: Timestamp, count: Int, minimum: Double, maximum: Double, first: Double, last: Double, mean: Double,
        sum: Double, increase: Double, coverage: Duration
    ) {
        self.start = start
        self.count = count
        self.minimum = minimum
        self.maximum = maximum
        self.first = first
        self.last = last
        self.mean = mean
        self.sum = sum
        self.increase = increase
        self.coverage = coverage
    }

    /// The hours that hold at least one of `readings`, which are in the order of time and of different times.
    ///
    /// `carry` is the reading before the first one, however old. An hour depends on nothing but its own readings and
    /// the one before them, so any run of hours can be computed alone.
    package static func hours(
        of readings: some Collection<Reading>, after carry: Reading?, counter: Counter?
    ) -> [RollUp] {
        readings.withContiguousStorageIfAvailable { HourFold.hours(of: $0, after: carry, counter: counter) }
            ?? Array(readings).withUnsafeBufferPointer { HourFold.hours(of: $0, after: carry, counter: counter) }
    }
}

extension Timestamp {
    /// The start of its hour in UTC; the beginning of time has none before it.
    package var startOfHour: Timestamp {
        let rest = milliseconds % HourFold.length
        let (start, overflow) = milliseconds.subtractingReportingOverflow(rest < 0 ? rest + HourFold.length : rest)
        return Timestamp(milliseconds: overflow ? .min : start)
    }
}
