/// What is known of a counter.
package struct Counter: Hashable, Sendable {
    /// Where it runs over and goes on from 0, in its canonical unit; nil where nobody said.
    package let rollover: Double?

    package init(rollover: Double? = nil) { self.rollover = rollover }
}

/// What happened to a counter between two readings that follow each other.
///
/// `most` is what a home can use at most in the time between them: 100 units (kWh, m³) an hour, and one unit more because
/// a counter may show whole units only. `dip` is by how much the second reading is below the first.
///
/// | the second reading | means | counts |
/// |---|---|---|
/// | not lower, by at most `most` and what the time allows in which the counter showed the same value | the counter went on (`steady`) | the difference |
/// | higher by more than that | another meter, or one bad frame (`replaced`) | nothing |
/// | lower; past a known or likely end of the register by at most `most` | a roll-over (`rollOver`) | what was passed |
/// | lower by at most one unit, still more than half, and sooner than a home counts that much again at 3 units an hour | a correction, a late answer, or two passes of a clock that was set back (`steady`) | the difference, which is negative |
/// | lower, and at most `most` | the counter began again (`reset`), daily ones too | the second reading |
/// | lower, and more than `most` | another meter (`replaced`) | nothing |
///
/// Two readings cannot tell a bad frame from a new start; `CounterTally` takes a bad frame back when the counter returns.
package enum CounterIncrease: Hashable, Sendable {
    /// The counter went on; the second reading may be a little less, which takes back what was counted too much.
    case steady
    /// It passed `modulus` and went on from 0.
    case rollOver(modulus: Double)
    /// It began again at 0, at some moment between the two readings.
    case reset
    /// What it shows now has nothing to do with what it showed before.
    case replaced

    /// `credit` is what may have been used in the time between, beyond what `milliseconds` allow. `flat` is for how many
    /// milliseconds before that the counter has shown `previous` already: meters repeat a value that they read seldom.
    package init(
        from previous: Double, to value: Double, after milliseconds: Int64, of counter: Counter = Counter(),
        credit: Double = 0, flat: Int64 = 0
    ) {
        let most = Self.most(in: milliseconds) + credit
        if value >= previous {
            self = value - previous <= most + Self.use(in: flat) ? .steady : .replaced
        } else if let modulus = Self.modulus(of: counter, previous, value, atMost: most) {
            self = .rollOver(modulus: modulus)
        } else if Self.isCorrection(from: previous, to: value, after: milliseconds) {
            self = .steady
        } else {
            self = value >= 0 && value <= most ? .reset : .replaced
        }
    }

    /// The increase from `previous` to `value`; negative only for a correction.
    package static func between(
        _ previous: Double, _ value: Double, after milliseconds: Int64, of counter: Counter = Counter()
    ) -> Double {
        switch CounterIncrease(from: previous, to: value, after: milliseconds, of: counter) {
        case .steady: value - previous
        case .rollOver(let modulus): modulus - previous + value
        case .reset: value
        case .replaced: 0
        }
    }

    /// One unit: what a counter of whole units may step by at any time, and the largest correction.
    static let resolution = 1.0
    /// No house connection gives 100 kW or 100 m³ an hour.
    private static let mostPerHour = 100.0
    /// What a home uses in ordinary hours is less.
    private static let ordinaryPerHour = 3.0

    /// What can be used at most in that time.
    static func most(in milliseconds: Int64) -> Double { resolution + use(in: milliseconds) }

    /// That without the unit that a counter of whole units may step by.
    static func use(in milliseconds: Int64) -> Double { mostPerHour * hours(milliseconds) }

    private static func hours(_ milliseconds: Int64) -> Double { Double(max(milliseconds, 0)) / 3_600_000 }

    /// Whether `value`, which is less than `previous`, takes back what was counted too much.
    static func isCorrection(from previous: Double, to value: Double, after milliseconds: Int64) -> Bool {
        previous - value <= resolution && value > previous * 0.5 && value > ordinaryPerHour * hours(milliseconds)
    }

    /// Where counters are known to run over, ascending: displays of four to six whole digits, registers of 16 bits in
    /// tenths and in whole units, and 32 bits of watt-hours (or litres) shown in thousands.
    private static let moduli: [Double] = [6553.6, 10_000, 65_536, 100_000, 1_000_000, 4_294_967.296]

    /// What the counter passed from one reading to the other, by no more than a home can use: a 0 may be a mistake too.
    private static func modulus(
        of counter: Counter, _ previous: Double, _ value: Double, atMost most: Double
    ) -> Double? {
        func passes(_ modulus: Double) -> Bool {
            previous <= modulus && value >= 0 && modulus - previous + value <= most
        }
        if let known = counter.rollover { return passes(known) && previous >= known * 0.5 ? known : nil }
        // From one side of the end to the other.
        return moduli.first { passes($0) && previous >= $0 * 0.9 && value <= $0 * 0.1 }
    }
}
