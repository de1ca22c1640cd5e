import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore
@testable import TimeSeriesStore

struct ReachabilityChangesTests {
    /// Columns: the window in seconds, the limit, and the seconds of the returned changes, which are stored at 0 to 4.
    @Test(
        arguments: [
            (0..<5, 9, [0, 1, 2, 3, 4]), (1..<4, 9, [1, 2, 3]), (0..<5, 2, [3, 4]), (1..<4, 1, [3]), (5..<9, 9, []),
            (0..<5, 0, []),
        ] as [(Range<Int>, Int, [Int])])
    func newestChangesOfAWindowAreReturned(_ window: Range<Int>, limit: Int, seconds: [Int]) async throws {
        let (lamp, sensor) = (try #require(DeviceID("lamp")), try #require(DeviceID("sensor")))
        try await withDatabase { database in
            for second in [3, 0, 4, 1, 2] { try await database.readings.add(change(lamp, at: second)) }
            try await database.readings.add(change(sensor, at: 2))
            let found = try await database.readings.reachabilityChanges(
                of: lamp, from: time(window.lowerBound), to: time(window.upperBound), limit: limit)
            #expect(found == seconds.map { change(lamp, at: $0) })
        }
    }

    @Test func onlyTheNewestChangesOfEachDeviceAreKept() async throws {
        let (lamp, sensor) = (try #require(DeviceID("lamp")), try #require(DeviceID("sensor")))
        try await withDatabase { database in
            let most = ReadingStore.maximumReachabilityChanges
            try await database.readings.add(change(sensor, at: 0))
            for second in 0..<(most + 5) { try await database.readings.add(change(lamp, at: second)) }
            let kept = try await database.readings.reachabilityChanges(
                of: lamp, from: time(0), to: time(9999), limit: 9999)
            #expect(kept == (5..<(most + 5)).map { change(lamp, at: $0) })
            let others = try await database.readings.reachabilityChanges(
                of: sensor, from: time(0), to: time(9999), limit: 9)
            #expect(others.count == 1)
        }
    }

    @Test func lastStateOfEachDeviceIsKnown() async throws {
        let (lamp, sensor) = (try #require(DeviceID("lamp")), try #require(DeviceID("sensor")))
        try await withDatabase { database in
            for second in 0..<3 { try await database.readings.add(change(lamp, at: second)) }
            try await database.readings.add(change(sensor, at: 1))
            #expect(try await database.readings.lastReachability() == [lamp: true, sensor: false])
            try await database.readings.deleteReachabilityChanges(before: time(2))
            let kept = try await database.readings.reachabilityChanges(
                of: lamp, from: time(0), to: time(9), limit: 9)
            #expect(kept.map(\.time) == [time(2)])
            #expect(try await database.readings.lastReachability() == [lamp: true])
        }
    }

    private func time(_ second: Int) -> Timestamp { noon + .seconds(Int64(second)) }

    private func change(_ device: DeviceID, at second: Int) -> ReachabilityChange {
        ReachabilityChange(device: device, time: time(second), isReachable: second.isMultiple(of: 2))
    }
}
