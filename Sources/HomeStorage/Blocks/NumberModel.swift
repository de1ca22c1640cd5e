/// How the numbers of one column are spread, learned while they go by; small ones on either side of 0 are expected.
///
/// A number is coded as: is it 0, its sign, how many bits it has, and these bits from the highest down.
struct NumberModel {
    /// Numbers behave differently in different situations: the caller says in which of so many one comes.
    private let contexts: Int
    private let chances: UnsafeMutablePointer<Chance>
    private let steps: UnsafePointer<UInt32>

    /// Widths are learned one by one up to this one.
    private static let widths = 20
    private static let contextChances = widths + 2
    /// Bits below the highest one that are learned; those below are taken as even.
    private static let learnedBits = 4
    private static let widthChances = 1 << learnedBits

    static func chances(contexts: Int) -> Int { contexts * contextChances + (widths + 1) * widthChances }

    /// `chances` are so many as above.
    init(contexts: Int, chances: UnsafeMutablePointer<Chance>, steps: UnsafePointer<UInt32>) {
        self.contexts = contexts
        self.chances = chances
        self.steps = steps
        chances.update(repeating: .even, count: Self.chances(contexts: contexts))
    }

    @inline(__always)
    func code(_ number: Int64, context: Int, _ coder: inout some BinaryCoder) -> Int64 {
        let magnitude = number.magnitude
        let own = chances + context * Self.contextChances
        guard own[0].code(magnitude == 0 ? 0 : 1, &coder, steps: steps) != 0 else { return 0 }
        let isNegative = own[1].code(number < 0 ? 1 : 0, &coder, steps: steps) != 0
        let width = 64 - magnitude.leadingZeroBitCount
        var bits = 1
        while bits < 64, own[1 + min(bits, Self.widths)].code(width > bits ? 1 : 0, &coder, steps: steps) != 0 {
            bits += 1
        }
        let coded = Int64(bitPattern: codeBits(magnitude, bits, &coder))
        return isNegative ? 0 &- coded : coded
    }

    /// The bits of a number of width `bits` below the highest one, which is 1.
    @inline(__always)
    private func codeBits(_ magnitude: UInt64, _ bits: Int, _ coder: inout some BinaryCoder) -> UInt64 {
        let tree = chances + contexts * Self.contextChances + min(bits, Self.widths) * Self.widthChances
        var coded: UInt64 = 1
        var rest = UInt64(bits - 1)
        while rest > 0, coded < Self.widthChances {
            rest -= 1
            coded = coded << 1 | tree[Int(coded)].code((magnitude >> rest) & 1, &coder, steps: steps)
        }
        while rest > 0 {
            let count = min(rest, 16)
            rest -= count
            coded = coded << count | coder.codeEven((magnitude >> rest) & ((1 << count) - 1), count: count)
        }
        return coded
    }
}
