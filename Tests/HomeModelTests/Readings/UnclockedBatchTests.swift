import SeededRandom
import Foundation
import Testing

@testable import HomeModel

@Suite struct UnclockedBatchTests {
    private let boot = UUID()
    private let temperature = SeriesID(device: plug, part: .main, capability: CapabilityName(.temperature))
    private let power = SeriesID(device: plug, part: .main, capability: CapabilityName(.power))

    /// It is noon one hour after the boot.
    private var clocks: ClockSnapshot { ClockSnapshot(wall: noon, uptime: .hours(1), boot: boot, isKnown: true) }
    private var start: Timestamp { noon - .hours(1) }

    private func batch(_ uptime: Duration, in boot: UUID? = nil, records: [UnclockedRecord]? = nil) -> UnclockedBatch {
        UnclockedBatch(boot: boot ?? self.boot, uptime: uptime, records: records ?? [record(temperature)])
    }

    private func record(_ series: SeriesID, at time: Timestamp? = nil) -> UnclockedRecord {
        UnclockedRecord(series: series, value: .number(20), ownTime: time)
    }

    @Test func timeInThisBootFollowsFromTheUptime() {
        let batches = [batch(.seconds(20)), batch(.milliseconds(61_001.7)), batch(.seconds(3000))]
        let expected = [Duration.seconds(20), .milliseconds(61_001), .seconds(3000)].map { start + $0 }
        #expect(batches.timestamped(at: clocks).map(\.time) == expected)
    }

    @Test func timeReportedByTheDeviceIsUsed() {
        let batches = [
            batch(.seconds(20), records: [record(power), record(temperature, at: noon - .days(2)), record(power)])
        ]
        let timestamped = batches.timestamped(at: clocks)
        #expect(timestamped.map(\.series) == [power, temperature, power])
        #expect(timestamped[1].time == noon - .days(2))
    }

    @Test func readingsOfASeriesGetDistinctTimesUpToTheirArrival() {
        let burst = batch(.seconds(20), records: [record(power), record(temperature), record(power), record(power)])
        let batches = [batch(.milliseconds(19_999), records: [record(power)]), burst]
        let arrival = start + .seconds(20)
        #expect(
            batches.timestamped(at: clocks).filter { $0.series == power }.map(\.time)
                == [3, 2, 1, 0].map { arrival - .milliseconds($0) })
        #expect(batches.timestamped(at: clocks)[2].time == arrival)
    }

    @Test func earlierBootEndsAtTheStartOfTheNextBoot() {
        let (first, second) = (UUID(), UUID())
        let batches = [
            batch(.seconds(10), in: first), batch(.seconds(40), in: first), batch(.seconds(5), in: second),
            batch(.seconds(7), in: second), batch(.seconds(30)),
        ]
        let offsets: [Duration] = [.seconds(-37), .seconds(-7), .seconds(-2), .zero, .seconds(30)]
        #expect(batches.timestamped(at: clocks).map(\.time) == offsets.map { start + $0 })
    }

    @Test(arguments: [1, 2, UInt64.random(in: 1000...10_000_000)])
    func recordsKeepTheirOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let boots = [UUID(), UUID(), boot]
        let batches = boots.flatMap { boot in
            var uptime = Duration.zero
            return (0..<20).map { _ in
                uptime += .milliseconds(Int.random(in: 0...30, using: &random))
                let records = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                    record(Bool.random(using: &random) ? power : temperature)
                }
                return batch(uptime, in: boot, records: records)
            }
        }
        let timestamped = batches.timestamped(at: clocks)
        #expect(timestamped.map(\.series) == batches.flatMap(\.records).map(\.series), "seed \(seed)")
        for series in [power, temperature] {
            let times = timestamped.filter { $0.series == series }.map(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
            #expect(times.allSatisfy { $0 <= noon }, "seed \(seed)")
        }
    }

    @Test(arguments: [Int64.min, -1, .max])
    func extremeUptimesDoNotTrap(_ milliseconds: Int64) {
        let batches = [UUID(), UUID(), boot].map { batch(.milliseconds(milliseconds), in: $0) }
        #expect(batches.timestamped(at: clocks).count == 3)
    }

    /// The clock is known but not synchronised, and a device is two days ahead of it.
    @Test func recordAheadOfTheClockRemains() throws {
        let clocks = ClockSnapshot(wall: noon, uptime: .hours(1), boot: boot, isKnown: true, isSynchronised: false)
        let ahead = record(temperature, at: noon + .days(2))
        let batches = [batch(.seconds(20), records: [ahead, record(power), ahead]), batch(.seconds(30))].enumerated()
            .map { UnclockedBatch(number: UInt64($0) + 5, boot: $1.boot, uptime: $1.uptime, records: $1.records) }
        let release = try #require(batches.releasable(at: clocks, keeping: 9))
        #expect(release.records.map(\.series) == [power, temperature])
        #expect(release.records.map(\.time) == [start + .seconds(20), start + .seconds(30)])
        #expect(release.releasedBefore == 7)
        #expect(release.remaining == [batch(.seconds(20), records: [ahead, ahead])])

        // Beyond the limit, the oldest batches get the times of the devices.
        let forced = try #require(batches.releasable(at: clocks, keeping: 3))
        #expect(forced.records.map(\.time) == [noon + .days(2), start + .seconds(20), noon + .days(2)])
        #expect(forced.releasedBefore == 6)
        #expect(forced.remaining.isEmpty)
    }

    /// Every record has a time of its device, and most of them are ahead of the clock.
    @Test func onlyTheBatchesBeforeTheRecordsAheadAreReleased() throws {
        let clocks = ClockSnapshot(wall: noon, uptime: .hours(1), boot: boot, isKnown: true, isSynchronised: false)
        let (ahead, past) = (record(power, at: noon + .days(2)), record(power, at: noon - .days(2)))
        let batches = [[past], [ahead, ahead, ahead], [past]].map { batch(.seconds(20), records: $0) }
        let release = try #require(batches.releasable(at: clocks, keeping: 9))
        #expect(release.records.map(\.time) == [noon - .days(2)])
        #expect(release.remaining.isEmpty)
        #expect(Array(batches[1...]).releasable(at: clocks, keeping: 9) == nil)
    }

    @Test func unknownClockReleasesNothingWithinTheLimit() {
        let clocks = ClockSnapshot(wall: noon, uptime: .hours(1), boot: boot, isKnown: false)
        #expect([batch(.seconds(20))].releasable(at: clocks, keeping: 1) == nil)
        #expect([batch(.seconds(20))].releasable(at: clocks, keeping: 0)?.records.count == 1)
        #expect([UnclockedBatch]().releasable(at: self.clocks, keeping: 9) == nil)
    }

    @Test func oldestBatchesBeyondALimitAreSelected() {
        let batches = (0..<10).map { batch(.seconds($0), records: [record(power), record(temperature)]) }
        #expect(batches.oldest(beyond: 20).isEmpty)
        #expect(batches.oldest(beyond: 19).count == 1)
        #expect(batches.oldest(beyond: 0).count == 10)
        let button = SeriesID(device: plug, part: .main, capability: CapabilityName(.button))
        let long = UnclockedRecord(series: button, value: .text(String(repeating: "x", count: 6400)))
        #expect((batches + [batch(.seconds(10), records: [long])]).oldest(beyond: 120).count == 1)
    }
}
