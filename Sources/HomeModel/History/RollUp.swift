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

extension RollUp: Codable {
    private enum Key: String, CodingKey {
        case start, count, minimum, maximum, first, last, mean, sum, increase, coverageMilliseconds
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        self.init(
            start: try object.decode(Timestamp.self, forKey: .start),
            count: try object.decode(Int.self, forKey: .count),
            minimum: try object.decode(Double.self, forKey: .minimum),
            maximum: try object.decode(Double.self, forKey: .maximum),
            first: try object.decode(Double.self, forKey: .first),
            last: try object.decode(Double.self, forKey: .last),
            mean: try object.decode(Double.self, forKey: .mean),
            sum: try object.decode(Double.self, forKey: .sum),
            increase: try object.decode(Double.self, forKey: .increase),
            coverage: .milliseconds(try object.decode(Int64.self, forKey: .coverageMilliseconds)))
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(start, forKey: .start)
        try object.encode(count, forKey: .count)
        try object.encode(minimum, forKey: .minimum)
        try object.encode(maximum, forKey: .maximum)
        try object.encode(first, forKey: .first)
        try object.encode(last, forKey: .last)
        try object.encode(mean, forKey: .mean)
        try object.encode(sum, forKey: .sum)
        try object.encode(increase, forKey: .increase)
        try object.encode(coverage.wholeMilliseconds, forKey: .coverageMilliseconds)
    }
}

/// The resolution of a history.
package enum HistoryResolution: String, Sendable, Codable, CaseIterable {
    /// The finest resolution that is useful for the length of the time span.
    case auto
    /// Every reading.
    case raw
    /// A roll-up of each hour.
    case hour
    /// A roll-up of each calendar day of the home.
    case day

    /// The resolution that `auto` selects for a time span of this length, of which about `points` points are to be
    /// shown. Other resolutions stay as they are.
    ///
    /// - Raw up to two days, or as long as a point stands for 15 minutes or less (but no longer than 31 days).
    /// - Hours up to 90 days, or as long as a point stands for 12 hours or less.
    /// - Days beyond.
    package func resolved(over span: Duration, points: Int?) -> HistoryResolution {
        guard self == .auto else { return self }
        let share = points.map { span / max($0, 1) }
        if span <= .days(2) || span <= .days(31) && share.map({ $0 <= .seconds(900) }) ?? false { return .raw }
        if span <= .days(90) || share.map({ $0 <= .hours(12) }) ?? false { return .hour }
        return .day
    }
}
