/// Adds up by how much a counter grew over readings that follow each other, as `CounterIncrease` reads each step.
///
/// It looks back over the readings that it was given for two things that single steps do not show:
///
/// - A bad frame: the counter jumps or dips and comes back to where it would be without that. The difference around it
///   is counted, and what a dip counted as a new start is taken back.
/// - A bunch: readings that waited somewhere arrive within moments of each other after a silence. All of them together
///   may have used what the silence allows.
struct CounterTally {
    /// The counter as it was before it left its course.
    private struct Course {
        let value: Double
        let time: Int64
        let increase: Double
        /// The reading with which it left.
        let departure: Double
        /// Whether the step with which it left was counted.
        let isCounted: Bool
        /// How many readings followed.
        var age = 0
    }

    /// What lasts for more readings than that is no bad frame.
    private static let longestDeparture = 5

    /// Readings that are closer to each other than that arrive in a bunch.
    private static let bunch: Int64 = 1000
    /// A step that is faster is no use of a home, and so a return; in units an hour.
    private static let fast = 20.0

    private let counter: Counter
    private var value: Double
    private var time: Int64
    /// The counter where it last began, and what it had counted by then.
    private var start: Double
    private var counted = 0.0
    /// What the last silence allows, and is not used yet.
    private var credit = 0.0
    /// For how many milliseconds the counter has shown `value`: gas and heat meters repeat theirs for an hour.
    private var flat: Int64
    private var course: Course?

    /// Begins at a reading, `time` in milliseconds, whose value was shown for `flat` milliseconds by then.
    init(_ counter: Counter, at value: Double, _ time: Int64, flat: Int64 = 0) {
        self.counter = counter
        self.value = value
        self.time = time
        self.flat = flat
        start = value
    }

    /// Steady steps need no arithmetic of their own: the last value less the first is their sum.
    var increase: Double { counted + (value - start) }

    mutating func take(_ next: Double, at moment: Int64) {
        let passed = moment &- time
        // Nearly every reading.
        if passed >= Self.bunch, course == nil, next >= value, next - value <= CounterIncrease.resolution {
            let isSame = next == value
            credit =
                isSame ? 0 : max(CounterIncrease.most(in: passed) + CounterIncrease.use(in: flat) - (next - value), 0)
            flat = isSame ? flat &+ passed : 0
        } else {
            step(to: next, at: moment, after: passed)
            flat = next == value ? flat &+ max(passed, 0) : 0
        }
        value = next
        time = moment
    }

    private mutating func step(to next: Double, at moment: Int64, after passed: Int64) {
        course?.age += 1
        if let age = course?.age, age > Self.longestDeparture { course = nil }
        if let course, returns(to: course, with: next, at: moment, after: passed) {
            // What a jump upwards counted is small, and may have been another meter's.
            let isOther = course.departure > course.value && !course.isCounted
            counted = isOther ? max(increase, course.increase) : course.increase
            start = course.value
            self.course = nil
            credit = 0
            return
        }
        if passed >= Self.bunch { credit = 0 }
        let before = increase
        switch CounterIncrease(from: value, to: next, after: passed, of: counter, credit: credit, flat: flat) {
        case .steady where next - value > CounterIncrease.most(in: passed) + credit:
            leave(with: next, isCounted: true)
        case .steady: break
        case .rollOver(let modulus): begin(at: 0, counted: modulus)
        case .reset:
            leave(with: next)
            begin(at: 0, counted: value)
        case .replaced:
            leave(with: next)
            begin(at: next, counted: value)
        }
        let used = counted + (next - start) - before
        let allowed = (passed >= Self.bunch ? CounterIncrease.most(in: passed) : 0) + CounterIncrease.use(in: flat)
        credit = next == value ? credit : max(credit + allowed - max(used, 0), 0)
    }

    /// The counter goes on from `first`, after it had come to `last`.
    private mutating func begin(at first: Double, counted last: Double) {
        counted += last - start
        start = first
    }

    private mutating func leave(with departure: Double, isCounted: Bool = false) {
        course = Course(value: value, time: time, increase: increase, departure: departure, isCounted: isCounted)
    }

    /// Whether `next` goes on from `course` rather than from the last reading.
    private func returns(
        to course: Course, with next: Double, at moment: Int64, after passed: Int64
    ) -> Bool {
        let grown = next - course.value
        guard grown <= CounterIncrease.most(in: moment &- course.time) else { return false }
        if course.departure > course.value {
            // Down from a jump upwards: by far the most of it.
            return grown >= 0 && value - next >= (course.departure - course.value) * 0.5
                || CounterIncrease.isCorrection(from: course.value, to: next, after: moment &- course.time)
                    && value > next
        }
        // Up from a dip: at once, and not as a counter grows that began again.
        let climb = next - value
        return grown >= 0 && climb >= (course.value - course.departure) * 0.5
            && climb * 3_600_000 > Self.fast * Double(max(passed, 0))
    }
}
