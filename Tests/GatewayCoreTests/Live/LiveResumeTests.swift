import SeededRandom
import HomeModel
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct LiveResumeTests {
    private static let sensor: DeviceID = DeviceID("sensor")
    private static let hidden: DeviceID = DeviceID("hidden")

    private static func reading(_ value: Double, of device: DeviceID = sensor) -> LiveEvent {
        let series = SeriesID(device: device, part: .main, capability: CapabilityName(.temperature))
        return .reading(series, Reading(time: Timestamp(milliseconds: 0), value: value))
    }

    @Test func resumedStreamContinuesAfterTheLastEvent() async throws {
        try await withCore { home in
            try await home.add(Self.sensor, capabilities: [.thermometer])
            let console = try #require(CoreHome.console)
            let first = await home.feed.subscribe(as: console)
            await home.feed.publish([Self.reading(1), Self.reading(2)])
            let last = try #require(await home.feed.nextBatch(first.id)?.events.first).id.description
            await home.feed.leave(first.id)
            await home.feed.publish([Self.reading(3)])
            let second = await home.feed.subscribe(as: console, after: last)
            let batch = try #require(await home.feed.nextBatch(second.id))
            #expect(batch.gap == nil)
            #expect(batch.values == [2, 3])
        }
    }

    @Test(arguments: ["", "-", "x", "0-0", "zzz-1", "run-18446744073709551615", "a-b-c", "-5", "run--1", "run-+1"])
    func unknownEventIDCausesAGap(_ id: String) async throws {
        try await withCore { home in
            try await home.add(Self.sensor, capabilities: [.thermometer])
            let console = try #require(CoreHome.console)
            _ = await home.feed.subscribe(as: console)
            await home.feed.publish([Self.reading(1)])
            let run = await home.feed.ring.run
            let reader = await home.feed.subscribe(as: console, after: id.replacing("run", with: run))
            await home.feed.publish([Self.reading(2)])
            let batch = try #require(await home.feed.nextBatch(reader.id))
            #expect(batch.gap == EventBatch.Gap(missed: nil))
            #expect(batch.values == [2])
        }
    }

    @Test func eventIDOfAnotherRunCausesAGap() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let last = try #require(await home.feed.nextBatch(home.feed.subscribe(as: console).id)).last
            let nextRun = LiveFeed(registry: home.registry, people: home.people, clock: home.clock)
            let reader = await nextRun.subscribe(as: console, after: last)
            #expect(await nextRun.nextBatch(reader.id)?.gap != nil)
        }
    }

    @Test func expiredEventsCauseAGap() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let first = await home.feed.subscribe(as: console)
            let last = try #require(await home.feed.nextBatch(first.id)).last
            await home.feed.leave(first.id)
            home.time.advance(by: LiveFeed.ringLifetime)
            await home.feed.checkReaders(at: home.clock.decisionTime(), home.clock.uptime())
            let second = await home.feed.subscribe(as: console, after: last)
            let batch = try #require(await home.feed.nextBatch(second.id))
            #expect(batch.gap == EventBatch.Gap(missed: nil))
            // A stream can be resumed from the id that came with the gap.
            let third = await home.feed.subscribe(as: console, after: batch.last)
            #expect(try #require(await home.feed.nextBatch(third.id)).gap == nil)
        }
    }

    @Test func visibilityIsDecidedWhenTheStreamResumes() async throws {
        try await withCore { home in
            try await home.add(Self.sensor, capabilities: [.thermometer])
            try await home.add(Self.hidden, capabilities: [.thermometer])
            let guest = try await home.guest(seeing: [Self.sensor])
            let first = await home.feed.subscribe(as: guest)
            let last = try #require(await home.feed.nextBatch(first.id)).last
            await home.feed.publish([Self.reading(1), Self.reading(2, of: Self.hidden)])
            try await home.people.revoke(GrantID("see-0"))
            try await home.people.add(
                Grant(
                    id: GrantID("other"), person: try #require(guest.person), effect: .allow,
                    permissions: [.viewEnvironment], selector: AccessSelector(devices: [Self.hidden])))
            let second = await home.feed.subscribe(as: guest, after: last)
            #expect(await home.feed.nextBatch(second.id)?.values == [2])
        }
    }

    @Test func ringBufferIsBoundedInBytes() {
        var ring = EventRingBuffer(run: "run")
        let series = SeriesID(device: Self.sensor, part: .main, capability: CapabilityName(.text))
        let text = String(repeating: "x", count: 100_000)
        let event = LiveEvent.state(
            StateChange(series: series, time: Timestamp(milliseconds: 0), value: .text(text)))
        let dropped = ring.append(Array(repeating: event, count: 100))
        let kept = ring.events(after: 0, atMost: 100)
        #expect(kept.count == EventRingBuffer.mostBytes / event.weight && kept.count + dropped.count == 100)
        #expect(kept.last?.id.number == 100)
    }

    /// A reader connects, reads, loses the connection and resumes, while events come in bursts of any size. The reader gets
    /// each event once and in order, or a gap with the number of missed events if that is known.
    @Test func readerReceivesEachEventOnceOrLearnsOfTheGap() async throws {
        let seed = UInt64.random(in: .min ... .max)
        try await withCore { home in
            var random = SeededGenerator(seed: seed)
            try await home.add(Self.sensor, capabilities: [.thermometer])
            let guest = try await home.guest(seeing: [Self.sensor])
            // This reader keeps the ring alive, and reads nothing.
            let idleReader = await home.feed.subscribe(as: guest)
            var reader = await home.feed.subscribe(as: guest)
            // The visible events so far, those of them that were received or reported as missed, and the last id.
            var (visible, known, last) = (0, 0, try #require(await home.feed.nextBatch(reader.id)).last)
            for step in 0..<300 {
                let context: Comment = "seed \(seed), step \(step)"
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    await home.feed.leave(reader.id)
                    reader = await home.feed.subscribe(as: guest, after: last)
                case 1, 2:
                    let size = [3, 100, EventRingBuffer.mostEvents / 2].randomElement(using: &random) ?? 1
                    var burst: [LiveEvent] = []
                    for _ in 0..<Int.random(in: 0...size, using: &random) {
                        let isVisible = Bool.random(using: &random)
                        burst.append(isVisible ? Self.reading(Double(visible)) : Self.reading(0, of: Self.hidden))
                        if isVisible { visible += 1 }
                    }
                    await home.feed.publish(burst)
                default:
                    guard let batch = await home.feed.nextBatch(reader.id) else { continue }
                    if let gap = batch.gap {
                        let first = batch.values.first.map { Int($0) }
                        if let missed = gap.missed { known += missed } else { known = first ?? visible }
                        last = batch.start.description
                    }
                    // The connection may be lost in the middle of a batch.
                    let arrived = Int.random(in: 0...batch.events.count, using: &random)
                    let isWhole = arrived == batch.events.count
                    for event in batch.events.prefix(arrived) {
                        #expect(event.event.value == Double(known), context)
                        known += 1
                        last = event.id.description
                    }
                    if isWhole {
                        last = batch.last
                    } else {
                        await home.feed.leave(reader.id)
                        reader = await home.feed.subscribe(as: guest, after: last)
                    }
                }
            }
            repeat {
                guard let batch = await home.feed.nextBatch(reader.id) else { continue }
                if let gap = batch.gap {
                    known = gap.missed.map { known + $0 } ?? batch.values.first.map { Int($0) } ?? visible
                }
                for value in batch.values {
                    #expect(value == Double(known), "seed \(seed), at the end")
                    known += 1
                }
            } while try await !home.feed.isAtTheEnd(reader)
            #expect(known == visible, "seed \(seed)")
            await home.feed.leave(idleReader.id)
        }
    }
}
