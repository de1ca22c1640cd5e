import HomeModel
import Testing

@testable import HomeStorage

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
