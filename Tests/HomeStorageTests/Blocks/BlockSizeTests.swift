import Foundation
import HomeModel
import Testing

@testable import HomeStorage

/// Upper bounds for the bytes per reading. They permit another choice of codes, but not a worse method.
@Suite struct BlockSizeTests {
    @Test(arguments: [
        ("constant", 0.05), ("alternating", 0.06), ("Fahrenheit", 0.7), ("single precision decimals", 0.1),
        ("decimals with float errors", 0.9), ("a running sum", 1.0), ("negative zeros among decimals", 0.8),
        ("counter with resets", 0.1),
    ])
    func regularValuesTakeFewBytes(_ name: String, bytes: Double) throws {
        let readings = try #require(ReadingSamples.all[name])
        #expect(Self.size(readings) <= bytes)
    }

    /// The entropy of a normal distribution with a deviation of 6 ms is 4.6 bits, or 0.58 bytes.
    @Test func jitterOnAGridTakesLittleMoreThanItsEntropy() {
        var random = SeededGenerator(seed: 5)
        let times = (0..<8000).map { Int64($0) * 10_000 + Self.jitter(using: &random) }
        #expect(Self.size(ReadingSamples.series(times) { _ in 1 }) <= 0.6)
    }

    @Test func missingReadingsAddFewBytesToAGrid() {
        var random = SeededGenerator(seed: 6)
        var tick: Int64 = 0
        let times = (0..<8000).map { _ in
            tick += Int.random(in: 0..<20, using: &random) == 0 ? 3 : 1
            return tick * 10_000 + Self.jitter(using: &random)
        }
        #expect(Self.size(ReadingSamples.series(times) { _ in 1 }) <= 0.66)
    }

    @Test func hoursTakeAtMost14BytesEach() {
        let hours = RollUp.hours(of: ReadingSamples.climate(16_384), after: nil, counter: nil)
        #expect(Double(RollUpBlock.encode(hours[...]).count) <= 14 * Double(hours.count))
    }

    private static func size(_ readings: [Reading]) -> Double {
        Double(ReadingBlock.encode(readings[...]).count) / Double(readings.count)
    }

    /// Returns a nearly normally distributed number with the mean 0 and the deviation 6.
    private static func jitter(using random: inout SeededGenerator) -> Int64 {
        Int64(((0..<12).map { _ in Double.random(in: -0.5...0.5, using: &random) }.reduce(0, +) * 6).rounded())
    }
}
