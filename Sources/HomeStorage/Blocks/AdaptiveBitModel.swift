/// An adaptive model of one kind of bit: the probability of a 1, in units of 2⁻²², and how many bits were seen, up to a
/// limit.
///
/// The first bits change the probability much, later ones less and less.
struct AdaptiveBitModel {
    private var state: UInt32

    static let equallyLikely = AdaptiveBitModel(state: 1 << 31)

    private init(state: UInt32) { self.state = state }

    /// `steps` points to `AdaptiveBitModel.steps`.
    @inline(__always)
    mutating func code(_ bit: UInt64, coder: inout some BinaryCoder, steps: UnsafePointer<UInt32>) -> UInt64 {
        let known = state >> 10
        let bit = coder.code(bit, probability: UInt64(max(known >> 6, 1)))
        let seen = state & 1023
        let target = UInt32(truncatingIfNeeded: 0 &- bit) & 0x3F_FFFF
        let way = Int64(target) &- Int64(known)
        let next = UInt32(truncatingIfNeeded: Int64(known) &+ (way &* Int64(steps[Int(seen)])) >> 16)
        state = next << 10 | (seen &+ (seen < Self.memory ? 1 : 0))
        return bit
    }

    private static let memory: UInt32 = 500

    /// The part of the distance by which the n-th bit moves the probability towards itself, in 65,536ths.
    static let steps: [UInt32] = (0...memory).map { UInt32(65_536 / (Double($0) + 1.6)) }
}
