/// Expects the next number of a column on a line through those before, smoothed so that jitter is paid for once.
///
/// All arithmetic is whole and wraps, so that writer and reader agree on any machine and nothing traps.
struct LinePredictor {
    /// How a column is predicted; the writer chooses it and writes it down.
    struct Settings: Hashable, Sendable {
        /// Slope at the start, in 65,536ths.
        var slope: Int64 = 0
        /// How far a residual moves the line, in 256ths of itself.
        var levelGain: Int64 = 256
        /// How far a residual turns the line, in 4096ths of itself.
        var slopeGain: Int64 = 0

        static let largestSlope: Int64 = 1 << 47

        var isPossible: Bool {
            slope.magnitude <= Self.largestSlope && (0...256).contains(levelGain) && (0...4096).contains(slopeGain)
        }
    }

    private let settings: Settings
    private(set) var last: Int64 = 0
    private var slope: Int64
    /// From the last number to where the line is at the next one, in 65,536ths.
    private var ahead: Int64
    /// Mean size of the latest residuals, in 256ths.
    private(set) var spread: Int64 = 256

    init(_ settings: Settings) {
        self.settings = settings
        slope = settings.slope
        ahead = slope
    }

    /// The number that is expected next.
    @inline(__always)
    var expected: Int64 { last &+ (ahead &+ 0x8000) >> 16 }

    /// Where between two whole numbers the line is, in quarters.
    @inline(__always)
    var phase: Int { Int(truncatingIfNeeded: (ahead &+ 0x8000) >> 14 & 3) }

    /// How many numbers of a grid of the line's slope are missing when `number` comes next.
    @inline(__always)
    func missing(before number: Int64) -> Int64 {
        let step = slope >> 16
        let residual = number &- expected
        guard step > 0, residual > step >> 1 else { return 0 }
        let (steps, rest) = residual.quotientAndRemainder(dividingBy: step)
        return min(steps + (rest > step >> 1 ? 1 : 0), 1 << 16)
    }

    /// Goes on so many more steps of the line.
    mutating func skip(_ steps: Int64) { ahead = ahead &+ steps &* slope }

    /// Takes the next number, which was `residual` away from what was expected.
    @inline(__always)
    mutating func take(_ residual: Int64) {
        let whole = (ahead &+ 0x8000) >> 16 &+ residual
        last = last &+ whole
        let size = Int64(truncatingIfNeeded: min(residual.magnitude, 1 << 30))
        let isJump = size &<< 8 > spread &<< 3 &+ 2048 && settings.levelGain != 0
        spread = spread &+ (size &<< 8 &- spread) >> 4
        if isJump {
            ahead = slope
        } else {
            let error = whole &<< 16 &- ahead
            slope = slope &+ (error &* settings.slopeGain) >> 12
            ahead = (error &* settings.levelGain) >> 8 &- error &+ slope
        }
    }
}
