/// The statistics of one hour of one series, which remain when its readings are deleted; in a `DayRollUp`, those of a
/// calendar day.
package struct RollUp: Hashable, Sendable {
    /// Start of the hour in UTC, or of the calendar day.
    package let start: Timestamp
    package let count: Int
    package let minimum: Double
    package let maximum: Double
    package let first: Double
    package let last: Double
    /// The mean weighted by time, at seven significant digits.
    ///
    /// Each value applies until the next one, the last one until the end of the hour. The value before the hour applies
    /// from the start of the hour when it is at most one hour older than that.
    package let mean: Double
    /// The sum of the readings, at nine decimals.
    package let sum: Double
    /// The increase of a counter since the reading before the first one, at nine decimals; 0 for other series.
    package let increase: Double
    /// The part of the hour (or the day) that the mean covers, in whole milliseconds.
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

    /// The roll-ups of the hours with at least one of `readings`, which must be in the order of time and of different
    /// times.
    ///
    /// `carry` is the reading before the first one, however old. An hour depends only on its own readings and the
    /// carry, so any run of hours can be computed alone.
    package static func hours(
        of readings: some Collection<Reading>, after carry: Carry?, counter: Counter?
    ) -> [RollUp] {
        readings.withContiguousStorageIfAvailable { HourlyAccumulator.hours(of: $0, after: carry, counter: counter) }
            ?? Array(readings).withUnsafeBufferPointer {
                HourlyAccumulator.hours(of: $0, after: carry, counter: counter)
            }
    }
}

extension RollUp {
    /// The roll-up without the last `ahead` of its time, which is still to come. Its mean assumed that the last value
    /// applies there.
    package func without(ahead: Duration) -> RollUp {
        let (covered, ahead) = (coverage.wholeMilliseconds, ahead.wholeMilliseconds)
        guard ahead > 0, covered > ahead else { return self }
        let weighted = mean * Double(covered) - last * Double(ahead)
        return RollUp(
            start: start, count: count, minimum: minimum, maximum: maximum, first: first, last: last,
            mean: DecimalRounding.mean(weighted / Double(covered - ahead)), sum: sum, increase: increase,
            coverage: .milliseconds(covered - ahead))
    }

    /// The last reading before an hour.
    package struct Carry: Hashable, Sendable {
        package let reading: Reading
        /// For how many milliseconds the readings of its own hour had already shown its value; an hour when all of them
        /// did.
        let flat: Int64

        /// The last one of `readings`, which must be of one hour and in the order of time. Nil when there is none.
        package init?(lastOf readings: some BidirectionalCollection<Reading>) {
            guard let last = readings.last, let first = readings.first else { return nil }
            let run = readings.reversed().prefix { $0.value == last.value }
            let start = run.last?.time ?? last.time
            reading = last
            flat = start == first.time ? HourlyAccumulator.length : last.time.milliseconds &- start.milliseconds
        }

        /// The last reading of an hour of which only the roll-up remains; its time is known to the hour only.
        package init(lastOf hour: RollUp) {
            reading = Reading(time: hour.start, value: hour.last)
            flat = hour.minimum == hour.maximum ? HourlyAccumulator.length : 0
        }

        init(_ reading: Reading, flat: Int64) { (self.reading, self.flat) = (reading, flat) }
    }
}

extension Timestamp {
    /// The start of the hour of this moment, in UTC. Saturates at the earliest timestamp.
    package var startOfHour: Timestamp {
        let rest = milliseconds % HourlyAccumulator.length
        let (start, overflow) = milliseconds.subtractingReportingOverflow(
            rest < 0 ? rest + HourlyAccumulator.length : rest)
        return Timestamp(milliseconds: overflow ? .min : start)
    }
}
