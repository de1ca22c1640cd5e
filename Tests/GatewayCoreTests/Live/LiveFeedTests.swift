import HomeModel
import TestSupport
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(1))) struct LiveFeedTests {
    private let sensor: DeviceID = DeviceID("sensor")

    private func reading(_ value: Double, of device: DeviceID? = nil) -> LiveEvent {
        let series = SeriesID(device: device ?? sensor, part: .main, capability: CapabilityName(.temperature))
        return .reading(series, Reading(time: Timestamp(milliseconds: 0), value: value))
    }

    @Test func everyoneSeesOnlyWhatTheyMay() async throws {
        try await withCore { home in
            try await home.add(sensor, [.thermometer])
            try await home.add(DeviceID("hidden"), [.thermometer])
            let guest = try await home.guest(seeing: [sensor])
            var seen = LiveEvents(of: await home.feed.watch(as: guest))
            await home.feed.show([reading(1, of: DeviceID("hidden")), reading(2)])
            #expect(await seen.next()?.value == 2)
        }
    }

    @Test func whoeverCouldSeeADeviceHearsThatTheyChanged() async throws {
        try await withCore { home in
            try await home.add(sensor, [.thermometer])
            let guest = try await home.guest(seeing: [sensor])
            let nobody = try await home.guest(seeing: [DeviceID("elsewhere")])
            let (reader, stranger) = (await home.feed.watch(as: guest), await home.feed.watch(as: nobody))
            _ = (await home.feed.take(reader.id), await home.feed.take(stranger.id))
            try await home.registry.remove(sensor)
            #expect(await home.feed.take(reader.id) == nil)
            await home.feed.show([.devicesChanged])
            #expect(await home.feed.take(reader.id)?.events.count == 1)
            #expect(await home.feed.take(stranger.id) == nil)
            await home.feed.show([.devicesChanged])
            #expect(await home.feed.take(reader.id) == nil)
        }
    }

    @Test func aSlowReaderIsToldHowManyItLostOfWhatItMaySee() async throws {
        try await withCore { home in
            try await home.add(sensor, [.thermometer])
            let guest = try await home.guest(seeing: [sensor])
            let reader = await home.feed.watch(as: guest)
            _ = await home.feed.take(reader.id)
            await home.feed.show((0..<10).map { reading(Double($0)) })
            await home.feed.show(
                (0..<EventRing.mostEvents - 1).map { reading(Double($0), of: DeviceID("hidden")) } + [reading(99)])
            let batch = try #require(await home.feed.take(reader.id))
            #expect(batch.gap?.missed == 10)
            var rest: [Double] = []
            while try await !home.feed.isAtTheEnd(reader) {
                rest += await home.feed.take(reader.id)?.values ?? []
            }
            #expect(batch.values + rest == [99])
        }
    }

    @Test func whoeverLostNothingThatTheyMaySeeIsToldOfNoGap() async throws {
        try await withCore { home in
            try await home.add(sensor, [.thermometer])
            let reader = await home.feed.watch(as: try await home.guest(seeing: [sensor]))
            _ = await home.feed.take(reader.id)
            await home.feed.show((0...EventRing.mostEvents).map { reading(Double($0), of: DeviceID("hidden")) })
            while try await !home.feed.isAtTheEnd(reader) {
                let batch = await home.feed.take(reader.id)
                #expect(batch == nil)
            }
        }
    }

    @Test func aReaderThatTakesNothingIsCutOffAndOthersAreNot() async throws {
        try await withCore { home in
            try await home.add(sensor, [.thermometer])
            let console = try #require(CoreHome.console)
            let cuts = Count()
            let stuck = await home.feed.watch(as: console) { cuts.add() }
            let other = await home.feed.watch(as: console) { Issue.record("a good reader was cut off") }
            _ = (await home.feed.take(stuck.id), await home.feed.take(other.id))
            await home.feed.show([reading(1)])
            try await eventually("the feed has seen its readers") {
                await home.feed.readers[stuck.id]?.signalledAt != nil
            }
            home.time.advance(by: LiveFeed.patience)
            _ = await home.feed.take(other.id)
            home.time.advance(by: .milliseconds(1))
            await home.feed.lookAfter(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(cuts.value == 1)
            #expect(Array(await home.feed.readers.keys) == [other.id])
        }
    }

    @Test func aSilentLineIsKnownToBeUp() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let reader = await home.feed.watch(as: console)
            var batches = reader.batches.makeAsyncIterator()
            #expect(await batches.next()?.events.isEmpty == true)
            home.time.advance(by: LiveFeed.silence)
            let sign = try #require(await batches.next())
            #expect(sign.events.isEmpty && sign.gap == nil)
        }
    }

    @Test func aReaderThatLeftIsForgotten() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            do { _ = await home.feed.watch(as: console) }
            await home.feed.show([.devicesChanged])
            try await eventually("the feed has seen its readers") { await home.feed.readerCount == 0 }
        }
    }

    /// Nobody makes events for a feed that nobody has watched for a minute.
    @Test func whatHappensIsKeptForAMinuteAfterTheLastReader() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            #expect(await !home.feed.isWatched)
            let reader = await home.feed.watch(as: console)
            await home.feed.leave(reader.id)
            home.time.advance(by: LiveFeed.memory - .milliseconds(1))
            await home.feed.lookAfter(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await home.feed.isWatched)
            home.time.advance(by: .milliseconds(1))
            await home.feed.lookAfter(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await !home.feed.isWatched)
        }
    }
}

extension CoreHome {
    /// Somebody new who may see how warm it is at these devices, and no more.
    func guest(seeing devices: Set<DeviceID>, conditions: AccessConditions = AccessConditions()) async throws
        -> Identity
    {
        guard let console = CoreHome.console else { throw Missing() }
        let number = await people.everyone.count
        let person = try await peopleService.add(name: "Guest \(number)", role: .guest, as: console).id
        try await people.add(
            Grant(
                id: GrantID(slugging: "see-\(number)", fallback: GrantID("see")), person: person, effect: .allow,
                permissions: [.viewEnvironment], selector: AccessSelector(devices: devices), conditions: conditions))
        return try CoreHome.identity(person)
    }
}

extension LiveFeed {
    func isAtTheEnd(_ reader: LiveReader) throws -> Bool { try #require(readers[reader.id]).position == ring.last }
}
