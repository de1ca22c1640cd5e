import HomeModel
import SeededRandom
import TimeSeriesStore
import Testing

@testable import HomeStore
@testable import GatewayCore

private let past = Timestamp(milliseconds: 0)
private let noon = Timestamp(milliseconds: 1_790_000_000_000)
private let sensor: DeviceID = DeviceID("sensor")
private let temperature = SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
private let contact = SeriesID(device: sensor, part: .main, capability: CapabilityName(.contact))

/// States that only the clock, the commits and the releases together can reach.
@Suite struct TimestampAssignerTests {
    private func reading(_ value: Double, at time: TelemetryReport.Time) -> TelemetryReport {
        TelemetryReport(.reading(temperature, value: value), at: time)
    }

    private func change(_ value: Bool, at time: TelemetryReport.Time) -> TelemetryReport {
        TelemetryReport(.change(contact, value: .boolean(value)), at: time)
    }

    private func delivery(_ number: UInt16) -> DeliveryFingerprint {
        DeliveryFingerprint(packetID: number, digest: UInt32(number))
    }

    private func storedChanges(_ store: ReadingStore) async throws -> [StateChange] {
        try await store.stateChanges(of: contact, from: past, to: noon + .days(9), notBefore: past, limit: 9)
    }

    @Test func reportThatIsCommittedAfterAReleaseWaitsForTheNextOne() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            home.time.boot(at: past)
            home.time.advance(by: .seconds(10))
            await home.assigner.receive([reading(20, at: .arrival(home.clock.now()))], deliveries: [])
            try await home.pipeline.commit()
            home.time.advance(by: .seconds(10))
            await home.assigner.receive([reading(21, at: .arrival(home.clock.now()))], deliveries: [])
            home.time.set(to: noon + .seconds(20), isSynchronised: true)
            try await home.assigner.releaseUnclocked()
            #expect(try await stored(home.database.readings) == [Reading(time: noon + .seconds(10), value: 20)])
            #expect(await home.deviceStates.state(of: temperature)?.value == .number(21), "the newer value stays")
            try await home.pipeline.commit()
            #expect(await home.database.readings.unclockedCount == 1, "its clock was not known when it arrived")
            try await home.assigner.releaseUnclocked()
            #expect(
                try await stored(home.database.readings)
                    == [20, 21].enumerated().map { Reading(time: noon + .seconds(10 * ($0 + 1)), value: $1) })
            let shown = await home.deviceStates.state(of: temperature)
            #expect(shown == CurrentState(value: .number(21), time: noon + .seconds(20)))
        }
    }

    /// A device writes times of its own that are ahead of the gateway's clock, and leaves them out now and then.
    @Test func oneBatchContainsKnownAndUnknownTimesOfASeries() async throws {
        try await withCore(isSynchronised: false) { home in
            try await home.add(sensor, capabilities: [.thermometer, .contact])
            let (start, ahead) = (home.clock.now(), home.clock.now() + .days(2))
            let later = start + .milliseconds(10)
            await home.assigner.receive(
                [
                    reading(1, at: .arrival(start)), reading(2, at: .own(ahead)), reading(3, at: .arrival(later)),
                    change(true, at: .arrival(start)), change(false, at: .own(ahead)),
                    change(true, at: .arrival(later)),
                ], deliveries: [])
            try await home.pipeline.commit()
            let store = home.database.readings
            try await home.assigner.releaseUnclocked()
            #expect(try await stored(store) == [Reading(time: start, value: 1), Reading(time: later, value: 3)])
            #expect(
                try await storedChanges(store) == [StateChange(series: contact, time: start, value: .boolean(true))])
            #expect(await store.unclockedCount == 2)

            home.time.advance(by: .days(2))
            try await home.assigner.releaseUnclocked()
            #expect(try await stored(store).map(\.value) == [1, 3, 2])
            #expect(
                try await storedChanges(store)
                    == [(start, true), (ahead, false)].map {
                        StateChange(series: contact, time: $0, value: .boolean($1))
                    })
            #expect(await store.unclockedCount == 0)
            #expect(await home.pipeline.rejected.isEmpty)
        }
    }

    @Test func killKeepsUnclockedRecordsTogetherWithTheirDeliveries() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            home.time.boot(at: past)
            home.time.advance(by: .seconds(10))
            await home.assigner.receive([reading(20, at: .arrival(home.clock.now()))], deliveries: [delivery(1)])
            try await home.pipeline.commit()
            // This one is killed with the gateway; the sender got no acknowledgement.
            await home.assigner.receive([reading(21, at: .arrival(home.clock.now()))], deliveries: [delivery(2)])
            try await home.withNextStart { next in
                #expect(await next.pipeline.storedDeliveries == [delivery(1)])
                #expect(await next.store.unclockedCount == 1)
                home.time.advance(by: .seconds(10))
                await next.assigner.receive([reading(21, at: .arrival(home.clock.now()))], deliveries: [delivery(2)])
                try await next.pipeline.commit()
            }
            home.time.set(to: noon + .seconds(20), isSynchronised: true)
            try await home.withNextStart { next in
                #expect(await next.pipeline.storedDeliveries == [delivery(1), delivery(2)])
                try await next.assigner.releaseUnclocked()
                let expected = [20, 21].enumerated().map { Reading(time: noon + .seconds(10 * ($0 + 1)), value: $1) }
                #expect(try await stored(next.store) == expected)
                #expect(await next.pipeline.storedDeliveries.count == 2)
            }
        }
    }

    /// Reports, commits, releases beside them, kills and steps of the clock in a random order.
    @Test(arguments: [1, 2, 3, UInt64.random(in: 1000...10_000_000)])
    func everyReadingIsStoredOnceWithItsArrivalTime(seed: UInt64) async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            home.time.boot(at: past)
            let model = ArrivalModel(home, seed: seed)
            var storedCount = 0
            for _ in 0..<5 {
                try await home.withNextStart { next in
                    await model.redeliver(to: next)
                    for _ in 0..<40 { try await model.step(on: next) }
                    let committed = await model.deliveries
                    #expect(await next.pipeline.storedDeliveries == committed, "seed \(seed)")
                    storedCount += await next.pipeline.storedReadings
                }
            }
            try await home.withNextStart { next in
                await model.redeliver(to: next)
                try await model.finish(on: next)
                let expected = await model.readings
                #expect(try await stored(next.store) == expected, "seed \(seed)")
                #expect(await next.store.unclockedCount == 0, "seed \(seed)")
                storedCount += await next.pipeline.storedReadings
                #expect(storedCount == expected.count, "two releases stored a reading, seed \(seed)")
            }
        }
    }
}

private func stored(_ store: ReadingStore) async throws -> [Reading] {
    try await store.readings(of: temperature, from: past, to: noon + .days(9), notBefore: past, limit: 1000)
}

/// A device and its link: they send a reading again until it is committed. The machine starts at noon, and its wall clock
/// shows 1970 while it is not known.
private actor ArrivalModel {
    private struct Sent {
        let value: Double
        let hasOwnTime: Bool
        var time: Timestamp
    }

    private let home: CoreHome
    private var random: SeededGenerator
    private var isClockKnown = false
    private var count = 0
    private var unacknowledged: [Sent] = []
    private var acknowledged: [Sent] = []

    init(_ home: CoreHome, seed: UInt64) {
        self.home = home
        random = SeededGenerator(seed: seed)
    }

    /// The committed readings with their right times, by time.
    var readings: [Reading] {
        acknowledged.map { Reading(time: $0.time, value: $0.value / 10) }.sorted { $0.time < $1.time }
    }

    var deliveries: [DeliveryFingerprint] { acknowledged.map(Self.delivery) }

    private static func delivery(of sent: Sent) -> DeliveryFingerprint {
        DeliveryFingerprint(packetID: UInt16(sent.value) + 1, digest: 7)
    }

    func step(on next: CoreHome.NextStart) async throws {
        switch Int.random(in: 0...9, using: &random) {
        case 0...4: await send(to: next)
        case 5...6: try await commit(on: next)
        case 7...8:
            async let first: Void = next.assigner.releaseUnclocked()
            async let second: Void = next.assigner.releaseUnclocked()
            await send(to: next)
            if Bool.random(using: &random) { try await commit(on: next) }
            _ = try await (first, second)
        default: setClock(isKnown: !isClockKnown)
        }
    }

    /// Sends again, after a kill, what the gateway did not acknowledge.
    func redeliver(to next: CoreHome.NextStart) async {
        let all = unacknowledged
        unacknowledged = []
        for sent in all { await send(sent, to: next) }
    }

    func finish(on next: CoreHome.NextStart) async throws {
        try await commit(on: next)
        setClock(isKnown: true)
        try await next.assigner.releaseUnclocked()
    }

    private func setClock(isKnown: Bool) {
        isClockKnown = isKnown
        home.time.set(to: (isKnown ? noon : past) + home.clock.uptime(), isSynchronised: isKnown)
    }

    private func send(to next: CoreHome.NextStart) async {
        let sent = Sent(value: Double(count), hasOwnTime: Int.random(in: 0...3, using: &random) == 0, time: past)
        count += 1
        await send(sent, to: next)
    }

    /// Arrival times are multiples of 10 ms, and times of the device are not, so that all are different.
    private func send(_ sent: Sent, to next: CoreHome.NextStart) async {
        home.time.advance(by: .milliseconds(10 * Int.random(in: 1...200, using: &random)))
        let arrival = noon + home.clock.uptime()
        var sent = sent
        if !sent.hasOwnTime { sent.time = arrival } else if sent.time == past { sent.time = arrival - .milliseconds(5) }
        unacknowledged.append(sent)
        let time: TelemetryReport.Time = sent.hasOwnTime ? .own(sent.time) : .arrival(home.clock.now())
        await next.assigner.receive(
            [TelemetryReport(.reading(temperature, value: sent.value / 10), at: time)],
            deliveries: [Self.delivery(of: sent)])
    }

    private func commit(on next: CoreHome.NextStart) async throws {
        try await next.pipeline.commit()
        acknowledged += unacknowledged
        unacknowledged = []
    }
}
