import SeededRandom
import Foundation
import Testing

@testable import TimeSeriesStore

@Suite struct RangeCoderTests {
    private struct Piece {
        let bits: UInt64
        let probability: UInt64
        /// The number of uniform bits; nil stands for one bit with the probability above.
        let count: UInt64?
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func codedBitsRoundTripNearTheirEntropy(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = (0..<Int.random(in: 0...5000, using: &random)).map { _ in Self.piece(using: &random) }
        var encoder = RangeEncoder()
        for piece in pieces { _ = Self.code(piece, coder: &encoder) }
        let bytes = encoder.finish()
        bytes.withUnsafeBytes { bytes in
            var decoder = RangeDecoder(bytes)
            for piece in pieces {
                let blank = Piece(bits: 0, probability: piece.probability, count: piece.count)
                guard Self.code(blank, coder: &decoder) == piece.bits else {
                    Issue.record("another bit was read, seed \(seed)")
                    return
                }
            }
        }
        let entropy = pieces.map(Self.entropy).reduce(0, +)
        #expect(Double(bytes.count) <= entropy / 8 * 1.001 + 2, "seed \(seed)")
    }

    /// A run of bits that almost fill the interval makes a carry propagate through many bytes.
    @Test(arguments: [1, 65_535] as [UInt64], [1, 65_535] as [UInt64])
    func carriesPropagateThroughWrittenBytes(_ first: UInt64, _ second: UInt64) {
        let bits = (0..<20_000).map { UInt64($0 % 97 == 0 ? 1 : 0) }
        let probabilities = (0..<20_000).map { $0 % 2 == 0 ? first : second }
        var encoder = RangeEncoder()
        for (bit, probability) in zip(bits, probabilities) { _ = encoder.code(bit, probability: probability) }
        encoder.finish().withUnsafeBytes { bytes in
            var decoder = RangeDecoder(bytes)
            #expect(
                zip(bits, probabilities).allSatisfy { bit, probability in
                    decoder.code(0, probability: probability) == bit
                })
        }
    }

    private static func piece(using random: inout SeededGenerator) -> Piece {
        if Int.random(in: 0..<4, using: &random) == 0 {
            let count = UInt64.random(in: 1...16, using: &random)
            return Piece(bits: UInt64.random(in: 0..<1 << count, using: &random), probability: 0, count: count)
        }
        let probability = UInt64.random(in: 1...65_535, using: &random)
        return Piece(
            bits: UInt64.random(in: 0..<65_536, using: &random) < probability ? 1 : 0, probability: probability,
            count: nil)
    }

    private static func code(_ piece: Piece, coder: inout some BinaryCoder) -> UInt64 {
        guard let count = piece.count else { return coder.code(piece.bits, probability: piece.probability) }
        return coder.codeUniform(piece.bits, count: count)
    }

    /// The entropy in bits.
    private static func entropy(_ piece: Piece) -> Double {
        if let count = piece.count { return Double(count) }
        let probability = Double(piece.probability) / 65_536
        return -log2(piece.bits == 1 ? probability : 1 - probability)
    }
}
