/// What is known of one kind of bit: how often it was 1, in 2²²nds, and how many were seen, up to a limit.
///
/// The first bits move it far, later ones less and less, down to 1/`memory`.
struct Chance {
    private var state: UInt32
    private static let memory: UInt32 = 400

    static let even = Chance(state: 1 << 31)

    private init(state: UInt32) { self.state = state }

    @inline(__always)
    mutating func code(_ bit: UInt64, _ coder: inout some BinaryCoder) -> UInt64 {
        let known = UInt64(state >> 10)
        let bit = coder.code(bit, chance: max(known >> 6, 1))
        let seen = state & 1023
        let step = Int64(Self.steps[Int(seen)])
        let target: Int64 = bit == 0 ? 0 : (1 << 22) - 1
        let next = Int64(known) + ((target - Int64(known)) * step) >> 16
        state = UInt32(truncatingIfNeeded: next) << 10 | (seen < Self.memory ? seen + 1 : seen)
        return bit
    }

    /// How far the n-th bit moves it, in 65,536ths.
    private static let steps: [UInt32] = (0..<1024).map { UInt32(65536 / (Double($0) + 1.6)) }
}
