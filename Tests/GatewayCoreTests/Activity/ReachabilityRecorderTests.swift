import HomeModel
import HomeStore
import Logging
import SeededRandom
import Testing
import TimeSeriesStore

@testable import GatewayCore

struct ReachabilityRecorderTests {
    private static let lamp: DeviceID = DeviceID("lamp")
    private static let sensor: DeviceID = DeviceID("sensor")
    /// A whole hour.
    private static let start = SampleRecords.start.startOfHour

    /// Columns: reported availabilities, and which of them are stored.
    @Test(
        arguments: [
            ([.ready], []), ([.lost], [0]), ([.disconnected, .lost], [0]), ([.lost, .ready], [0, 1]),
            ([.lost, .unknown, .starting, .archived, .ready], [0, 4]), ([.lost, .sleeping, .ready], [0, 1]),
            ([.unknown, .sleeping], []),
        ] as [([Availability], [Int])])
    func onlyProvenChangesAreStored(_ reports: [Availability], stored: [Int]) async throws {
        try await withCore { home in
            let recorder = recorder(of: home)
            for (index, availability) in reports.enumerated() {
                let isStored = await recorder.record(availability, of: Self.lamp, at: time(index))
                #expect(isStored == stored.contains(index))
            }
            let found = try await changes(of: Self.lamp, in: home)
            #expect(found.map(\.time) == stored.map { time($0) })
        }
    }

    /// Columns: what is stored last, what is reported after a restart, and whether it is a change.
    @Test(
        arguments: [
            (nil, .ready, false), (nil, .lost, true), (true, .ready, false), (true, .lost, true),
            (false, .lost, false), (false, .sleeping, true),
        ] as [(Bool?, Availability, Bool)])
    func restartAddsNoChange(_ last: Bool?, report: Availability, isChange: Bool) async throws {
        try await withCore { home in
            let recorder = recorder(of: home, last: last.map { [Self.lamp: $0] } ?? [:])
            #expect(await recorder.record(report, of: Self.lamp, at: time(0)) == isChange)
        }
    }

    @Test func stateAfterTheLimitIsStoredInTheNextHour() async throws {
        try await withCore { home in
            let recorder = recorder(of: home)
            let most = ReachabilityRecorder.maximumPerHour
            for index in 0...most {
                let availability: Availability = index.isMultiple(of: 2) ? .lost : .ready
                #expect(await recorder.record(availability, of: Self.lamp, at: time(index)) == (index < most))
            }
            #expect(await recorder.record(.lost, of: Self.sensor, at: time(most)))
            #expect(await recorder.record(.lost, of: Self.lamp, at: Self.start + .hours(1)))
            let stored = try await changes(of: Self.lamp, in: home)
            #expect(stored.count == most + 1 && stored.last?.isReachable == false)
        }
    }

    /// The oracle knows only the rules: stored changes alternate, at most so many are stored in an hour, and a report that
    /// differs from what is stored is left out only in such an hour.
    @Test(arguments: [1, 2, 3, UInt64.random(in: 1000...10_000_000)])
    func everyChangeIsStoredUpToTheLimit(seed: UInt64) async throws {
        try await withCore { home in
            var random = SeededGenerator(seed: seed)
            let recorder = recorder(of: home)
            var stored: [DeviceID: [ReachabilityChange]] = [:]
            var now = Self.start
            for _ in 0..<600 {
                now = now + .seconds(Int64.random(in: 1...60, using: &random))
                let device = Bool.random(using: &random) ? Self.lamp : Self.sensor
                let availability = Availability.allCases[
                    Int.random(in: 0..<Availability.allCases.count, using: &random)]
                let own = stored[device] ?? []
                let isStored = await recorder.record(availability, of: device, at: now)
                let inHour = own.count { $0.time.startOfHour == now.startOfHour }
                let isReachable = availability.provesReachable
                let isChange = isReachable != nil && isReachable != own.last?.isReachable ?? true
                #expect(isStored == (isChange && inHour < ReachabilityRecorder.maximumPerHour), "seed \(seed)")
                if isStored, let isReachable {
                    stored[device, default: []].append(
                        ReachabilityChange(device: device, time: now, isReachable: isReachable))
                }
            }
            for device in [Self.lamp, Self.sensor] {
                let found = try await changes(of: device, in: home)
                #expect(found == stored[device] ?? [], "seed \(seed)")
            }
        }
    }

    private func recorder(of home: CoreHome, last: [DeviceID: Bool] = [:]) -> ReachabilityRecorder {
        ReachabilityRecorder(
            store: home.database.readings, last: last, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func changes(of device: DeviceID, in home: CoreHome) async throws -> [ReachabilityChange] {
        try await home.database.readings.reachabilityChanges(
            of: device, from: Self.start, to: Self.start + .days(9), limit: 9999)
    }

    private func time(_ second: Int) -> Timestamp { Self.start + .seconds(Int64(second)) }
}
