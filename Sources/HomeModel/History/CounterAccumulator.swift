/// Adds up the increases of a counter over consecutive readings; `CounterStep` classifies each step.
///
/// It compares each reading with earlier ones, to find two things that single steps do not show:
///
/// - A corrupt message: the counter jumps up or down and returns to where it would be without that message. The
///   difference around it is counted, and the amount that a jump down counted as a restart is removed.
/// - A burst: delayed readings arrive within moments of each other after a silence. Together they may account for all
///   that can be used during the silence.
struct CounterAccumulator {
    /// The counter as it was before a jump.
    private struct Baseline {
        let value: Double
        let time: Int64
        let increase: Double
        /// The value after the jump.
        let deviation: Double
        /// Whether the jump was counted as an increase.
        let isCounted: Bool
        /// The number of readings since the jump.
        var age = 0
    }

    /// A jump that lasts for more readings than this is no corrupt message.
    private static let longestDeviation = 5

    /// Readings less than this many milliseconds apart arrive in a burst.
    private static let burstInterval: Int64 = 1000
    /// A faster step cannot be the use of a home, so it is the return from a jump; in units an hour.
    private static let returnRate = 20.0

    private let counter: Counter
    private var value: Double
    private var time: Int64
    /// The value from which the counter last started, and the increase that was counted before.
    private var start: Double
    private var counted = 0.0
    /// The amount that can have been used during the last silence and that no reading accounts for yet.
    private var credit = 0.0
    /// For how many milliseconds the counter has shown `value`: gas and heat meters repeat theirs for an hour.
    private var flat: Int64
    private var baseline: Baseline?

    /// Starts at a reading, `time` in milliseconds, when the counter had shown `value` for `flat` milliseconds.
    init(_ counter: Counter, at value: Double, time: Int64, flat: Int64 = 0) {
        self.counter = counter
        self.value = value
        self.time = time
        self.flat = flat
        start = value
    }

    /// The increase since the first reading. Steady steps need no arithmetic of their own: the last value less the
    /// first is their sum.
    var increase: Double { counted + (value - start) }

    /// Adds the next reading; `moment` is in milliseconds.
    mutating func add(_ next: Double, at moment: Int64) {
        let passed = moment &- time
        // The fast path, for nearly every reading.
        if passed >= Self.burstInterval, baseline == nil, next >= value, next - value <= CounterStep.resolution {
            let isSame = next == value
            credit =
                isSame ? 0 : max(CounterStep.most(in: passed) + CounterStep.use(in: flat) - (next - value), 0)
            flat = isSame ? flat &+ passed : 0
        } else {
            step(to: next, at: moment, after: passed)
            flat = next == value ? flat &+ max(passed, 0) : 0
        }
        value = next
        time = moment
    }

    private mutating func step(to next: Double, at moment: Int64, after passed: Int64) {
        baseline?.age += 1
        if let age = baseline?.age, age > Self.longestDeviation { baseline = nil }
        if let baseline, returns(to: baseline, with: next, at: moment, after: passed) {
            // The increase that was counted after a jump up is small, and may belong to another meter, so it is not
            // removed.
            let isOther = baseline.deviation > baseline.value && !baseline.isCounted
            counted = isOther ? max(increase, baseline.increase) : baseline.increase
            start = baseline.value
            self.baseline = nil
            credit = 0
            return
        }
        if passed >= Self.burstInterval { credit = 0 }
        let before = increase
        switch CounterStep(from: value, to: next, after: passed, of: counter, credit: credit, flat: flat) {
        case .steady where next - value > CounterStep.most(in: passed) + credit:
            rememberBaseline(with: next, isCounted: true)
        case .steady: break
        case .rollOver(let modulus): begin(at: 0, counted: modulus)
        case .reset:
            rememberBaseline(with: next)
            begin(at: 0, counted: value)
        case .replaced:
            rememberBaseline(with: next)
            begin(at: next, counted: value)
        }
        let used = counted + (next - start) - before
        let allowed = (passed >= Self.burstInterval ? CounterStep.most(in: passed) : 0) + CounterStep.use(in: flat)
        credit = next == value ? credit : max(credit + allowed - max(used, 0), 0)
    }

    /// Continues from `first`, after the counter had reached `last`.
    private mutating func begin(at first: Double, counted last: Double) {
        counted += last - start
        start = first
    }

    /// Remembers the state before a jump to `deviation`.
    private mutating func rememberBaseline(with deviation: Double, isCounted: Bool = false) {
        baseline = Baseline(value: value, time: time, increase: increase, deviation: deviation, isCounted: isCounted)
    }

    /// Whether `next` continues from the state before the jump rather than from the last reading.
    private func returns(
        to baseline: Baseline, with next: Double, at moment: Int64, after passed: Int64
    ) -> Bool {
        let grown = next - baseline.value
        guard grown <= CounterStep.most(in: moment &- baseline.time) else { return false }
        if baseline.deviation > baseline.value {
            // A return from a jump up covers at least half of it.
            return grown >= 0 && value - next >= (baseline.deviation - baseline.value) * 0.5
                || CounterStep.isCorrection(from: baseline.value, to: next, after: moment &- baseline.time)
                    && value > next
        }
        // A return from a jump down is one step, faster than a restarted counter grows.
        let climb = next - value
        return grown >= 0 && climb >= (baseline.value - baseline.deviation) * 0.5
            && climb * 3_600_000 > Self.returnRate * Double(max(passed, 0))
    }
}
