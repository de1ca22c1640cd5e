import Foundation
import Testing

@testable import HomeStorage

@Suite struct RangeCodingTests {
    private struct Piece {
        let bits: UInt64
        let chance: UInt64
        /// Of even bits; nil stands for one bit of the chance above.
        let count: UInt64?
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func whatIsWrittenIsReadInAsManyBytesAsItIsWorth(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = (0..<Int.random(in: 0...5000, using: &random)).map { _ in Self.piece(using: &random) }
        var encoder = RangeEncoder()
        for piece in pieces { _ = Self.code(piece, &encoder) }
        let bytes = encoder.finish()
        bytes.withUnsafeBytes { bytes in
            var decoder = RangeDecoder(bytes)
            for piece in pieces {
                let blank = Piece(bits: 0, chance: piece.chance, count: piece.count)
                guard Self.code(blank, &decoder) == piece.bits else {
                    Issue.record("another bit was read, seed \(seed)")
                    return
                }
            }
        }
        let worth = pieces.map(Self.worth).reduce(0, +)
        #expect(Double(bytes.count) <= worth / 8 * 1.001 + 2, "seed \(seed)")
    }

    /// A run of ones that all but fill the interval makes a carry run through many bytes.
    @Test(arguments: [1, 65_535] as [UInt64], [1, 65_535] as [UInt64])
    func carriesRunThroughWhatIsWritten(_ first: UInt64, _ second: UInt64) {
        let bits = (0..<20_000).map { UInt64($0 % 97 == 0 ? 1 : 0) }
        let chances = (0..<20_000).map { $0 % 2 == 0 ? first : second }
        var encoder = RangeEncoder()
        for (bit, chance) in zip(bits, chances) { _ = encoder.code(bit, chance: chance) }
        encoder.finish().withUnsafeBytes { bytes in
            var decoder = RangeDecoder(bytes)
            #expect(zip(bits, chances).allSatisfy { bit, chance in decoder.code(0, chance: chance) == bit })
        }
    }

    private static func piece(using random: inout SeededGenerator) -> Piece {
        if Int.random(in: 0..<4, using: &random) == 0 {
            let count = UInt64.random(in: 1...16, using: &random)
            return Piece(bits: UInt64.random(in: 0..<1 << count, using: &random), chance: 0, count: count)
        }
        let chance = UInt64.random(in: 1...65_535, using: &random)
        return Piece(bits: UInt64.random(in: 0..<65_536, using: &random) < chance ? 1 : 0, chance: chance, count: nil)
    }

    private static func code(_ piece: Piece, _ coder: inout some BinaryCoder) -> UInt64 {
        guard let count = piece.count else { return coder.code(piece.bits, chance: piece.chance) }
        return coder.codeEven(piece.bits, count: count)
    }

    /// In bits.
    private static func worth(_ piece: Piece) -> Double {
        if let count = piece.count { return Double(count) }
        let chance = Double(piece.chance) / 65_536
        return -log2(piece.bits == 1 ? chance : 1 - chance)
    }
}
