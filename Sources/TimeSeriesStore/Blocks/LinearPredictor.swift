/// Predicts the next number of a column by a line through the previous ones, smoothed so that jitter costs bits only
/// once.
///
/// All arithmetic uses integers and wraps, so that encoder and decoder agree on any machine and nothing traps.
struct LinearPredictor {
    /// The parameters of the prediction; the encoder chooses them and writes them to the block.
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
    /// The distance from the last number to the line at the next one, in 65,536ths.
    private var ahead: Int64
    /// Mean size of the latest residuals, in 256ths.
    private(set) var spread: Int64 = 256

    init(_ settings: Settings) {
        self.settings = settings
        slope = settings.slope
        ahead = slope
    }

    /// The predicted next number.
    @inline(__always)
    var predicted: Int64 { last &+ (ahead &+ 0x8000) >> 16 }

    /// The position of the line between two integers, in quarters.
    @inline(__always)
    var phase: Int { Int(truncatingIfNeeded: (ahead &+ 0x8000) >> 14 & 3) }

    /// The number of missing numbers, on a grid with the line's slope, before `number`.
    @inline(__always)
    func missing(before number: Int64) -> Int64 {
        let step = slope >> 16
        let residual = number &- predicted
        guard step > 0, residual > step >> 1 else { return 0 }
        let (steps, rest) = residual.quotientAndRemainder(dividingBy: step)
        return min(steps + (rest > step >> 1 ? 1 : 0), 1 << 16)
    }

    /// Moves the line forward by `steps` steps.
    mutating func skip(_ steps: Int64) { ahead = ahead &+ steps &* slope }

    /// Adds the next number, which differs from the prediction by `residual`.
    @inline(__always)
    mutating func update(_ residual: Int64) {
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
