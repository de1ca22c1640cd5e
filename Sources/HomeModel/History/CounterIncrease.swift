/// What is known of a counter.
package struct Counter: Hashable, Sendable {
    /// Where it runs over and goes on from 0, in its canonical unit; nil where nobody said.
    package let rollover: Double?

    package init(rollover: Double? = nil) { self.rollover = rollover }
}

/// By how much a counter grew between two readings, in its own unit.
///
/// A counter may be corrected a little, start again at 0 (a reset), run over its last digit (a roll-over), or show 0 by
/// mistake. What it counted around such a mistake is lost: to know it takes more than two readings, and they may lie in
/// different hours.
package enum CounterIncrease: Hashable, Sendable {
    /// The counter went on; `value` may be a little less than before, which takes back what was counted too much.
    case steady
    /// It passed `modulus` and went on from 0.
    case rollOver(modulus: Double)
    /// It began again at 0, at some moment between the two readings.
    case reset
    /// From 0 to more than a home can use in that time: the 0 was a mistake, or what it shows before it has started up.
    case found

    /// What happened between two readings that follow each other, so many milliseconds apart. Where a counter runs over
    /// is guessed unless it is known.
    package init(
        from previous: Double, to value: Double, after milliseconds: Int64, of counter: Counter = Counter()
    ) {
        if previous == 0, value > Self.most(in: milliseconds) {
            self = .found
        } else if value >= previous * Self.correctionKeeps {
            self = .steady
        } else if let modulus = Self.modulus(of: counter, previous, value, in: milliseconds) {
            self = .rollOver(modulus: modulus)
        } else {
            self = .reset
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
        case .found: 0
        }
    }

    /// A dip that keeps this share of the value is a correction (a rounding, a late answer), no new start.
    private static let correctionKeeps = 0.9

    /// No house connection gives 100 kW or 100 m³ an hour; and a counter may show whole units only.
    private static func most(in milliseconds: Int64) -> Double { 1 + 100 * Double(milliseconds) / 3_600_000 }

    /// Where counters are known to run over, ascending: displays of four to six whole digits, registers of 16 bits in
    /// tenths and in whole units, and 32 bits of watt-hours (or litres) shown in thousands.
    private static let moduli: [Double] = [6553.6, 10_000, 65_536, 100_000, 1_000_000, 4_294_967.296]

    /// What the counter passed from one reading to the other, by no more than a home can use: a 0 may be a mistake too.
    private static func modulus(
        of counter: Counter, _ previous: Double, _ value: Double, in milliseconds: Int64
    ) -> Double? {
        func passes(_ modulus: Double) -> Bool {
            previous <= modulus && value >= 0 && modulus - previous + value <= most(in: milliseconds)
        }
        if let known = counter.rollover { return passes(known) && previous >= known * 0.5 ? known : nil }
        // From one side of the end to the other.
        return moduli.first { passes($0) && previous >= $0 * 0.9 && value <= $0 * 0.1 }
    }
}
