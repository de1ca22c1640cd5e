/// What is known of one kind of bit: how often it was 1, in 2²²nds, and how many were seen, up to a limit.
///
/// The first bits move it far, later ones less and less.
struct Chance {
    private var state: UInt32

    static let even = Chance(state: 1 << 31)

    private init(state: UInt32) { self.state = state }

    /// `steps` are those below.
    @inline(__always)
    mutating func code(_ bit: UInt64, _ coder: inout some BinaryCoder, steps: UnsafePointer<UInt32>) -> UInt64 {
        let known = state >> 10
        let bit = coder.code(bit, chance: UInt64(max(known >> 6, 1)))
        let seen = state & 1023
        let target = UInt32(truncatingIfNeeded: 0 &- bit) & 0x3F_FFFF
        let way = Int64(target) &- Int64(known)
        let next = UInt32(truncatingIfNeeded: Int64(known) &+ (way &* Int64(steps[Int(seen)])) >> 16)
        state = next << 10 | (seen &+ (seen < Self.memory ? 1 : 0))
        return bit
    }

    private static let memory: UInt32 = 500

    /// How far the n-th bit moves it, in 65,536ths.
    static let steps: [UInt32] = (0...memory).map { UInt32(65_536 / (Double($0) + 1.6)) }
}
