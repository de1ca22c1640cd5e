import SeededRandom
import Foundation
import HomeModel
@testable import TimeSeriesStore
import Testing

@Suite struct ReadingBlockTests {
    @Test(arguments: ReadingSamples.all.keys.sorted())
    func readingsRoundTripBitForBit(_ name: String) throws {
        let readings = try #require(ReadingSamples.all[name])
        let decoded = try ReadingBlock.encode(readings[...]).withUnsafeBytes(ReadingBlock.decode)
        #expect(ReadingSamples.areSame(decoded, readings))
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func randomSeriesRoundTripsBitForBit(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let readings = ReadingSamples.randomSeries(using: &random)
        let decoded = try ReadingBlock.encode(readings[...]).withUnsafeBytes(ReadingBlock.decode)
        #expect(ReadingSamples.areSame(decoded, readings), "seed \(seed)")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func sparseReadingsRoundTripBitForBit(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let readings = ReadingSamples.sparse(using: &random)
            #expect(
                try ReadingBlock.encode(readings[...]).withUnsafeBytes(ReadingBlock.decode) == readings, "seed \(seed)")
        }
    }

    @Test func arraySliceRoundTrips() throws {
        let readings = ReadingSamples.climate(1000)
        let decoded = try ReadingBlock.encode(readings[300..<500]).withUnsafeBytes(ReadingBlock.decode)
        #expect(decoded == Array(readings[300..<500]))
    }

    @Test func summaryMatchesTheReadings() throws {
        let readings = ReadingSamples.climate(5000)
        let summary = try ReadingBlock.encode(readings[...]).withUnsafeBytes(ReadingBlock.summary)
        #expect(summary.count == readings.count)
        #expect(summary.first == readings.first?.time)
        #expect(summary.last == readings.last?.time)
        #expect(summary.minimum == readings.map(\.value).min())
        #expect(summary.maximum == readings.map(\.value).max())
        #expect(summary.sum == readings.map(\.value).reduce(0, +))
    }

    @Test func nanValuesDoNotAffectTheBoundsOfTheSummary() throws {
        let readings = zip(0..., [.nan, 2, -3, .nan]).map { Reading(time: Timestamp(milliseconds: $0), value: $1) }
        let summary = try ReadingBlock.encode(readings[...]).withUnsafeBytes(ReadingBlock.summary)
        #expect(summary.minimum == -3 && summary.maximum == 2)
    }
}

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

@Suite struct ValueScaleTests {
    @Test(
        arguments: [
            ([1, 2, 3], .decimal(0)), ([21.5, 21], .decimal(1)), ([0.001, 1234.567], .decimal(3)),
            ([0.1 + 0.2, 0.3, 0.4], .decimal(1)), ([-0.0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], .decimal(0)),
            ([Double(Float(21.3)), Double(Float(0.7))], .single(1)), ([Double.pi, exp(1)], .bits), ([.nan], .bits),
            ([9_007_199_254_740_992.0, 1e17], .bits),
        ] as [([Double], ValueScale)])
    func simplestFittingScaleIsChosen(_ values: [Double], scale: ValueScale) {
        #expect(ValueScale(of: values) == scale)
    }

    @Test(arguments: [.bits, .decimal(0), .decimal(12), .single(3)] as [ValueScale])
    func scalesRoundTripThroughTheirRawValue(_ scale: ValueScale) {
        #expect(ValueScale(rawValue: scale.rawValue) == scale)
    }

    /// A value that does not fit the scale is restored by its correction.
    @Test(arguments: [.bits, .decimal(0), .decimal(12), .single(3)] as [ValueScale])
    func everyValueIsRestoredByItsCorrection(_ scale: ValueScale) {
        let scaled = ValueQuantizer(scale)
        for value in [0, -0.0, 0.1, -1e300, .pi, .nan, .infinity, .leastNonzeroMagnitude, 0.30000000000000004] {
            let number = scaled.number(value)
            let back = scaled.value(number, correction: scaled.correction(of: value, from: number))
            #expect(back.bitPattern == value.bitPattern)
        }
    }
}
