/// Accumulates the readings of one hour. Times are milliseconds; they come from disk, so no operation here traps.
struct HourlyAccumulator {
    /// The milliseconds of an hour.
    static let length: Int64 = 3_600_000

    private let start: Int64
    private let first: Double
    private var count = 0
    private var minimum: Double
    private var maximum: Double
    private var sum = CompensatedSum()
    /// The sum of value × milliseconds up to `since`.
    private var weighted = 0.0
    /// The first moment that the mean covers.
    private let knownFrom: Int64
    /// The current value, and since when within the hour it applies.
    private var value: Double
    private var since: Int64
    /// Since when the readings of the hour show `value`; nil while all of them do.
    private var changed: Int64?
    /// Nil when the series is no counter. It starts at the reading before the hour, however old.
    private var tally: CounterAccumulator?

    /// The roll-ups of all hours with readings. `carry` is the last reading before them.
    static func hours(
        of readings: UnsafeBufferPointer<Reading>, after carry: RollUp.Carry?, counter: Counter?
    ) -> [RollUp] {
        var hours: [RollUp] = []
        var previous = carry
        var fold: HourlyAccumulator?
        for reading in readings {
            if let open = fold, reading.time.milliseconds &- open.start >= length {
                hours.append(open.rollUp)
                previous = open.carry
                fold = nil
            }
            if fold == nil { fold = HourlyAccumulator(reading, after: previous, counter: counter) }
            fold?.add(reading)
        }
        if let fold { hours.append(fold.rollUp) }
        return hours
    }

    private init(_ reading: Reading, after carry: RollUp.Carry?, counter: Counter?) {
        let before = carry?.reading ?? reading
        start = reading.time.startOfHour.milliseconds
        first = reading.value
        minimum = reading.value
        maximum = reading.value
        value = before.value
        tally = counter.map {
            CounterAccumulator($0, at: before.value, time: before.time.milliseconds, flat: carry?.flat ?? 0)
        }
        if carry != nil, start &- before.time.milliseconds <= Self.length {
            since = start
        } else {
            since = reading.time.milliseconds
        }
        knownFrom = since
    }

    private mutating func add(_ reading: Reading) {
        let time = reading.time.milliseconds
        weighted += value * Double(time &- since)
        tally?.add(reading.value, at: time)
        count &+= 1
        sum.add(reading.value)
        if count > 1, reading.value != value { changed = time }
        minimum = min(minimum, reading.value)
        maximum = max(maximum, reading.value)
        value = reading.value
        since = time
    }

    /// The last reading of this hour, from which the next hour starts.
    private var carry: RollUp.Carry {
        RollUp.Carry(
            Reading(time: Timestamp(milliseconds: since), value: value),
            flat: changed.map { since &- $0 } ?? Self.length)
    }

    private var rollUp: RollUp {
        let end = start &+ Self.length
        let covered = end &- knownFrom
        let mean = (weighted + value * Double(end &- since)) / Double(covered)
        return RollUp(
            start: Timestamp(milliseconds: start), count: count, minimum: minimum, maximum: maximum, first: first,
            last: value, mean: DecimalRounding.mean(mean), sum: DecimalRounding.total(sum.value),
            increase: tally.map { DecimalRounding.total($0.increase, of: maximum) } ?? 0,
            coverage: .milliseconds(covered))
    }
}
