/// How the numbers of one column are spread, learned while they go by; small ones on either side of 0 are expected.
///
/// A number is coded as: is it 0, its sign, how many bits it has, and these bits from the highest down.
struct NumberModel {
    /// Numbers behave differently after different ones: the caller says which of so many situations it is.
    let contexts: Int
    private let chances: UnsafeMutablePointer<Chance>

    /// Bits below the highest one that are modelled; those below are taken as even.
    private static let modelledBits: UInt64 = 5
    private static let classChances = 66
    private static let mantissaChances = 65 << 5

    static func chances(contexts: Int) -> Int { contexts * classChances + mantissaChances }

    init(contexts: Int, chances: UnsafeMutablePointer<Chance>) {
        self.contexts = contexts
        self.chances = chances
        chances.update(repeating: .even, count: Self.chances(contexts: contexts))
    }

    @inline(__always)
    func code(_ number: Int64, context: Int, _ coder: inout some BinaryCoder) -> Int64 {
        let magnitude = number.magnitude
        let own = chances + context * Self.classChances
        guard own[0].code(magnitude == 0 ? 0 : 1, &coder) != 0 else { return 0 }
        let isNegative = own[1].code(number < 0 ? 1 : 0, &coder) != 0
        let width = 64 - magnitude.leadingZeroBitCount
        var bits = 1
        while bits < 64, own[bits + 1].code(width > bits ? 1 : 0, &coder) != 0 { bits += 1 }
        let coded = codeMantissa(magnitude, UInt64(bits), &coder)
        return isNegative ? 0 &- Int64(bitPattern: coded) : Int64(bitPattern: coded)
    }

    @inline(__always)
    private func codeMantissa(_ magnitude: UInt64, _ bits: UInt64, _ coder: inout some BinaryCoder) -> UInt64 {
        let tree = chances + contexts * Self.classChances + Int(bits) << 5
        var coded: UInt64 = 1
        var rest = bits - 1
        while rest > 0, coded < 1 << Self.modelledBits {
            rest -= 1
            coded = coded << 1 | tree[Int(coded)].code((magnitude >> rest) & 1, &coder)
        }
        while rest > 0 {
            let count = min(rest, 16)
            rest -= count
            coded = coded << count | coder.codeEven((magnitude >> rest) & ((1 << count) - 1), count: count)
        }
        return coded
    }
}
