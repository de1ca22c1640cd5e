/// An adaptive model of the numbers of one column; small numbers on either side of 0 are expected.
///
/// A number is coded as: whether it is 0, its sign, its width in bits, and its bits below the highest one, from the
/// highest to the lowest.
struct AdaptiveIntegerModel {
    /// The number of contexts. Numbers have different distributions in different contexts; the caller passes the
    /// context of each number.
    private let contexts: Int
    private let models: UnsafeMutablePointer<AdaptiveBitModel>
    private let steps: UnsafePointer<UInt32>

    /// Each width up to this one has its own model.
    private static let widths = 20
    private static let contextModels = widths + 2
    /// The number of bits below the highest one that have models; lower bits are coded as equally likely.
    private static let learnedBits = 4
    private static let widthModels = 1 << learnedBits

    static func models(contexts: Int) -> Int { contexts * contextModels + (widths + 1) * widthModels }

    /// `models` must have room for `models(contexts:)` models.
    init(contexts: Int, models: UnsafeMutablePointer<AdaptiveBitModel>, steps: UnsafePointer<UInt32>) {
        self.contexts = contexts
        self.models = models
        self.steps = steps
        models.update(repeating: .equallyLikely, count: Self.models(contexts: contexts))
    }

    @inline(__always)
    func code(_ number: Int64, context: Int, coder: inout some BinaryCoder) -> Int64 {
        let magnitude = number.magnitude
        let own = models + context * Self.contextModels
        guard own[0].code(magnitude == 0 ? 0 : 1, coder: &coder, steps: steps) != 0 else { return 0 }
        let isNegative = own[1].code(number < 0 ? 1 : 0, coder: &coder, steps: steps) != 0
        let width = 64 - magnitude.leadingZeroBitCount
        var bits = 1
        while bits < 64, own[1 + min(bits, Self.widths)].code(width > bits ? 1 : 0, coder: &coder, steps: steps) != 0 {
            bits += 1
        }
        let coded = Int64(bitPattern: codeBits(magnitude, bits: bits, coder: &coder))
        return isNegative ? 0 &- coded : coded
    }

    /// Codes the bits below the highest one, which is 1, of a number of width `bits`.
    @inline(__always)
    private func codeBits(_ magnitude: UInt64, bits: Int, coder: inout some BinaryCoder) -> UInt64 {
        let tree = models + contexts * Self.contextModels + min(bits, Self.widths) * Self.widthModels
        var coded: UInt64 = 1
        var rest = UInt64(bits - 1)
        while rest > 0, coded < Self.widthModels {
            rest -= 1
            coded = coded << 1 | tree[Int(coded)].code((magnitude >> rest) & 1, coder: &coder, steps: steps)
        }
        while rest > 0 {
            let count = min(rest, 16)
            rest -= count
            coded = coded << count | coder.codeUniform((magnitude >> rest) & ((1 << count) - 1), count: count)
        }
        return coded
    }
}

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
