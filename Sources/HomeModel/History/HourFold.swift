/// One hour while its readings go by. Times are milliseconds; they come from disk, so nothing here traps.
struct HourFold {
    /// Of an hour.
    static let length: Int64 = 3_600_000

    private let start: Int64
    private let counter: Counter?
    private let first: Double
    private var count = 0
    private var minimum: Double
    private var maximum: Double
    private var sum = CompensatedSum()
    /// Value × milliseconds of what is over.
    private var weighted = 0.0
    /// From when on the mean is known.
    private let knownFrom: Int64
    /// The value that holds, and since when within the hour.
    private var value: Double
    private var since: Int64
    /// When it was read, which may be long before the hour.
    private var readAt: Int64
    /// The counter where it last began, and what it had counted by then.
    private var counterStart: Double
    private var counted = 0.0

    static func hours(
        of readings: UnsafeBufferPointer<Reading>, after carry: Reading?, counter: Counter?
    ) -> [RollUp] {
        var hours: [RollUp] = []
        var previous = carry
        var fold: HourFold?
        for reading in readings {
            if let open = fold, reading.time.milliseconds &- open.start >= length {
                hours.append(open.rollUp)
                fold = nil
            }
            if fold == nil { fold = HourFold(reading, after: previous, counter: counter) }
            fold?.take(reading)
            previous = reading
        }
        if let fold { hours.append(fold.rollUp) }
        return hours
    }

    private init(_ reading: Reading, after previous: Reading?, counter: Counter?) {
        start = reading.time.startOfHour.milliseconds
        self.counter = counter
        first = reading.value
        minimum = reading.value
        maximum = reading.value
        counterStart = previous?.value ?? reading.value
        value = counterStart
        readAt = (previous ?? reading).time.milliseconds
        if let previous, start &- previous.time.milliseconds <= Self.length {
            since = start
        } else {
            since = reading.time.milliseconds
        }
        knownFrom = since
    }

    private mutating func take(_ reading: Reading) {
        let time = reading.time.milliseconds
        weighted += value * Double(time &- since)
        if let counter, reading.value < value || value == 0 {
            step(counter, to: reading.value, after: time &- readAt)
        }
        count &+= 1
        sum.add(reading.value)
        minimum = min(minimum, reading.value)
        maximum = max(maximum, reading.value)
        value = reading.value
        since = time
        readAt = time
    }

    /// Steady steps need no arithmetic of their own: the hour's last value less its first is their sum.
    private mutating func step(_ counter: Counter, to next: Double, after milliseconds: Int64) {
        switch CounterIncrease(from: value, to: next, after: milliseconds, of: counter) {
        case .steady: return
        case .rollOver(let modulus): begin(at: 0, counted: modulus)
        case .reset: begin(at: 0, counted: value)
        case .found: begin(at: next, counted: value)
        }
    }

    /// The counter goes on from `start`, after it had come to `last`.
    private mutating func begin(at start: Double, counted last: Double) {
        counted += last - counterStart
        counterStart = start
    }

    private var rollUp: RollUp {
        let end = start &+ Self.length
        let covered = end &- knownFrom
        let mean = (weighted + value * Double(end &- since)) / Double(covered)
        return RollUp(
            start: Timestamp(milliseconds: start), count: count, minimum: minimum, maximum: maximum, first: first,
            last: value, mean: DecimalRounding.mean(mean), sum: DecimalRounding.total(sum.value),
            increase: counter == nil ? 0 : DecimalRounding.total(counted + (value - counterStart), of: maximum),
            coverage: .milliseconds(covered))
    }
}
