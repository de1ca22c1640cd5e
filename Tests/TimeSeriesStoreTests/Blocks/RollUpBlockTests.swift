import SeededRandom
import HomeModel
import Testing

@testable import TimeSeriesStore

@Suite struct RollUpBlockTests {
    @Test(arguments: [0, 1, 2, 24, 720, 8760])
    func hoursRoundTripBitForBit(_ count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let rollUps = RollUpSamples.hours(count, using: &random)
        #expect(try RollUpBlock.encode(rollUps[...]).withUnsafeBytes(RollUpBlock.decode) == rollUps)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func randomRollUpsRoundTripBitForBit(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let readings = ReadingSamples.randomSeries(using: &random).filter { $0.value.isFinite }
        let rollUps = RollUp.hours(of: readings, after: nil, counter: seed % 2 == 0 ? Counter() : nil)
        let decoded = try RollUpBlock.encode(rollUps.prefix(1000)).withUnsafeBytes(RollUpBlock.decode)
        #expect(decoded.map(RollUpSamples.bits) == rollUps.prefix(1000).map(RollUpSamples.bits), "seed \(seed)")
    }

    @Test func everyFlippedBitAndTruncationIsDetected() throws {
        var random = SeededGenerator(seed: 3)
        let bytes = RollUpBlock.encode(RollUpSamples.hours(48, using: &random)[...])
        for position in bytes.indices {
            var damaged = bytes
            damaged[position] ^= 1 << UInt8(position % 8)
            #expect(throws: BlockDecodingError.self) { try damaged.withUnsafeBytes(RollUpBlock.decode) }
            #expect(throws: BlockDecodingError.self) {
                try Array(bytes.prefix(position)).withUnsafeBytes(RollUpBlock.decode)
            }
        }
    }
}

enum RollUpSamples {
    /// Returns hours of the temperature of a room, most of them complete.
    static func hours(_ count: Int, using random: inout SeededGenerator) -> [RollUp] {
        var start = Timestamp(milliseconds: 1_767_225_600_000)
        return (0..<count).map { _ in
            start = start + .hours(Int.random(in: 0..<20, using: &random) == 0 ? 5 : 1)
            let values = (0..<4).map { _ in Double(Int.random(in: 190...230, using: &random)) / 10 }
            return RollUp(
                start: start, count: 360 - Int.random(in: 0...2, using: &random), minimum: values.min() ?? 0,
                maximum: values.max() ?? 0, first: values[0], last: values[1],
                mean: Double(Int.random(in: 1_900_000...2_300_000, using: &random)) / 100_000,
                sum: Double(Int.random(in: 68_000...82_000, using: &random)) / 10, increase: 0,
                coverage: .milliseconds(Bool.random(using: &random) ? 3_600_000 : 3_599_000))
        }
    }

    /// Returns the bits of all fields, to compare roll-ups with values that are not numbers.
    static func bits(_ rollUp: RollUp) -> [UInt64] {
        let values = [
            rollUp.minimum, rollUp.maximum, rollUp.first, rollUp.last, rollUp.mean, rollUp.sum, rollUp.increase,
        ]
        let numbers = [rollUp.start.milliseconds, Int64(rollUp.count), rollUp.coverage.wholeMilliseconds]
        return values.map(\.bitPattern) + numbers.map(UInt64.init(bitPattern:))
    }
}
