/// The known properties of a counter.
package struct Counter: Hashable, Sendable {
    /// The value at which the counter overflows and continues from 0, in its canonical unit; nil when it is unknown.
    package let rollover: Double?

    package init(rollover: Double? = nil) { self.rollover = rollover }
}

/// The step of a counter between two consecutive readings.
///
/// `most` is the largest amount that a home can use in the time between them: 100 units (kWh, m³) an hour, and one unit
/// more because a counter may show whole units only.
///
/// | the second reading | meaning | counted increase |
/// |---|---|---|
/// | not lower, by at most `most` and what can be used in the time in which the counter showed the same value | the counter continued (`steady`) | the difference |
/// | higher by more than that | another meter, or one corrupt message (`replaced`) | none |
/// | lower; past a known or likely end of the register by at most `most` | an overflow (`rollOver`) | the amount passed |
/// | lower by at most one unit, still more than half, and sooner than a home counts that much again at 3 units an hour | a correction, a late message, or a period that a clock passed twice because it was set back (`steady`) | the difference, which is negative |
/// | lower, and at most `most` | the counter restarted (`reset`), as daily counters do | the second reading |
/// | lower, and more than `most` | another meter (`replaced`) | none |
///
/// Two readings do not distinguish a corrupt message from a restart; `CounterAccumulator` undoes the effect of a corrupt
/// message when the counter returns.
package enum CounterStep: Hashable, Sendable {
    /// The counter continued. The second reading may be slightly lower, which corrects an amount that was counted too
    /// high.
    case steady
    /// The counter passed `modulus` and continued from 0.
    case rollOver(modulus: Double)
    /// The counter restarted at 0, at some moment between the two readings.
    case reset
    /// The new value has no relation to the previous one.
    case replaced

    /// Classifies the step from `previous` to `value`.
    ///
    /// `credit` is an amount that may have been used in this time beyond what `milliseconds` allow. `flat` is for how
    /// many milliseconds before that the counter has already shown `previous`: meters repeat a value that they update
    /// rarely.
    package init(
        from previous: Double, to value: Double, after milliseconds: Int64, of counter: Counter = Counter(),
        credit: Double = 0, flat: Int64 = 0
    ) {
        let most = Self.most(in: milliseconds) + credit
        if value >= previous {
            self = value - previous <= most + Self.use(in: flat) ? .steady : .replaced
        } else if let modulus = Self.modulus(of: counter, previous, value: value, atMost: most) {
            self = .rollOver(modulus: modulus)
        } else if Self.isCorrection(from: previous, to: value, after: milliseconds) {
            self = .steady
        } else {
            self = value >= 0 && value <= most ? .reset : .replaced
        }
    }

    /// The increase from `previous` to `value`; negative only for a correction.
    package static func between(
        _ previous: Double, value: Double, after milliseconds: Int64, of counter: Counter = Counter()
    ) -> Double {
        switch CounterStep(from: previous, to: value, after: milliseconds, of: counter) {
        case .steady: value - previous
        case .rollOver(let modulus): modulus - previous + value
        case .reset: value
        case .replaced: 0
        }
    }

    /// One unit: the step of a counter that shows whole units only, and the largest correction.
    static let resolution = 1.0
    /// No house connection supplies 100 kW or 100 m³ an hour.
    private static let mostPerHour = 100.0
    /// A home uses less than this in an ordinary hour.
    private static let ordinaryPerHour = 3.0

    /// The largest increase in that time: the largest use, and the step of a counter that shows whole units only.
    static func most(in milliseconds: Int64) -> Double { resolution + use(in: milliseconds) }

    /// The largest amount that a home can use in that time.
    static func use(in milliseconds: Int64) -> Double { mostPerHour * hours(milliseconds) }

    private static func hours(_ milliseconds: Int64) -> Double { Double(max(milliseconds, 0)) / 3_600_000 }

    /// Whether `value`, which is less than `previous`, corrects an amount that was counted too high.
    static func isCorrection(from previous: Double, to value: Double, after milliseconds: Int64) -> Bool {
        previous - value <= resolution && value > previous * 0.5 && value > ordinaryPerHour * hours(milliseconds)
    }

    /// The values at which counters are known to overflow, ascending: displays of four to six whole digits, registers
    /// of 16 bits in tenths and in whole units, and 32 bits of watt-hours (or litres) shown in thousands.
    private static let moduli: [Double] = [6553.6, 10_000, 65_536, 100_000, 1_000_000, 4_294_967.296]

    /// The end of the register that the counter passed between the readings. Nil when the increase would be more than a
    /// home can use: a reading of 0 may also be an error.
    private static func modulus(
        of counter: Counter, _ previous: Double, value: Double, atMost most: Double
    ) -> Double? {
        func passes(_ modulus: Double) -> Bool {
            previous <= modulus && value >= 0 && modulus - previous + value <= most
        }
        if let known = counter.rollover { return passes(known) && previous >= known * 0.5 ? known : nil }
        // The first reading is close below the end of the register, and the second one close above 0.
        return moduli.first { passes($0) && previous >= $0 * 0.9 && value <= $0 * 0.1 }
    }
}
