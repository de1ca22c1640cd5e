@testable import GatewayCore
import HomeModel
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct LiveFeedTests {
    private let sensor: DeviceID = DeviceID("sensor")

    private func reading(_ value: Double, of device: DeviceID? = nil) -> LiveEvent {
        let series = SeriesID(device: device ?? sensor, part: .main, capability: CapabilityName(.temperature))
        return .reading(series, Reading(time: Timestamp(milliseconds: 0), value: value))
    }

    @Test func subscriberReceivesOnlyVisibleEvents() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            try await home.add(DeviceID("hidden"), capabilities: [.thermometer])
            let guest = try await home.guest(seeing: [sensor])
            var seen = LiveEvents(of: await home.feed.subscribe(as: guest))
            await home.feed.publish([reading(1, of: DeviceID("hidden")), reading(2)])
            #expect(await seen.next()?.value == 2)
        }
    }

    @Test func removedDeviceIsAnnouncedOnlyToReadersWhoSawIt() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let guest = try await home.guest(seeing: [sensor])
            let outsider = try await home.guest(seeing: [DeviceID("elsewhere")])
            let (reader, stranger) = (await home.feed.subscribe(as: guest), await home.feed.subscribe(as: outsider))
            _ = (await home.feed.nextBatch(reader.id), await home.feed.nextBatch(stranger.id))
            try await home.registry.remove(sensor)
            #expect(await home.feed.nextBatch(reader.id) == nil)
            await home.feed.publish([.devicesChanged])
            #expect(await home.feed.nextBatch(reader.id)?.events.count == 1)
            #expect(await home.feed.nextBatch(stranger.id) == nil)
            await home.feed.publish([.devicesChanged])
            #expect(await home.feed.nextBatch(reader.id) == nil)
        }
    }

    @Test func slowReaderLearnsTheNumberOfMissedVisibleEvents() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let guest = try await home.guest(seeing: [sensor])
            let reader = await home.feed.subscribe(as: guest)
            _ = await home.feed.nextBatch(reader.id)
            await home.feed.publish((0..<10).map { reading(Double($0)) })
            await home.feed.publish(
                (0..<EventRingBuffer.mostEvents - 1).map { reading(Double($0), of: DeviceID("hidden")) } + [reading(99)]
            )
            let batch = try #require(await home.feed.nextBatch(reader.id))
            #expect(batch.gap?.missed == 10)
            var rest: [Double] = []
            while try await !home.feed.isAtTheEnd(reader) {
                rest += await home.feed.nextBatch(reader.id)?.values ?? []
            }
            #expect(batch.values + rest == [99])
        }
    }

    @Test func missedInvisibleEventsCauseNoGap() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let reader = await home.feed.subscribe(as: try await home.guest(seeing: [sensor]))
            _ = await home.feed.nextBatch(reader.id)
            await home.feed.publish(
                (0...EventRingBuffer.mostEvents).map { reading(Double($0), of: DeviceID("hidden")) })
            while try await !home.feed.isAtTheEnd(reader) {
                let batch = await home.feed.nextBatch(reader.id)
                #expect(batch == nil)
            }
        }
    }

    @Test func stalledReaderIsDisconnectedAndOthersAreNot() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let console = try #require(CoreHome.console)
            let disconnections = Count()
            let stalled = await home.feed.subscribe(as: console) { disconnections.add() }
            let other = await home.feed.subscribe(as: console) { Issue.record("a working reader was disconnected") }
            _ = (await home.feed.nextBatch(stalled.id), await home.feed.nextBatch(other.id))
            await home.feed.publish([reading(1)])
            try await eventually("the feed has signalled the reader") {
                await home.feed.readers[stalled.id]?.signalledAt != nil
            }
            home.time.advance(by: LiveFeed.readTimeout)
            _ = await home.feed.nextBatch(other.id)
            home.time.advance(by: .milliseconds(1))
            await home.feed.checkReaders(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(disconnections.value == 1)
            #expect(Array(await home.feed.readers.keys) == [other.id])
        }
    }

    @Test func heartbeatIsSentOnAnIdleStream() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let reader = await home.feed.subscribe(as: console)
            var batches = reader.batches.makeAsyncIterator()
            #expect(await batches.next()?.events.isEmpty == true)
            home.time.advance(by: LiveFeed.heartbeatInterval)
            let heartbeat = try #require(await batches.next())
            #expect(heartbeat.events.isEmpty && heartbeat.gap == nil)
        }
    }

    @Test func abandonedSubscriptionIsRemoved() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            do { _ = await home.feed.subscribe(as: console) }
            await home.feed.publish([.devicesChanged])
            try await eventually("the feed has removed the reader") { await home.feed.readerCount == 0 }
        }
    }

    /// Events are not created for a feed that has had no readers for a minute.
    @Test func eventsAreKeptForAMinuteAfterTheLastReader() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            #expect(await !home.feed.hasReaders)
            let reader = await home.feed.subscribe(as: console)
            await home.feed.leave(reader.id)
            home.time.advance(by: LiveFeed.ringLifetime - .milliseconds(1))
            await home.feed.checkReaders(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await home.feed.hasReaders)
            home.time.advance(by: .milliseconds(1))
            await home.feed.checkReaders(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await !home.feed.hasReaders)
        }
    }
}

extension CoreHome {
    /// Adds a guest who may see the environment values of these devices, and nothing else.
    func guest(seeing devices: Set<DeviceID>, conditions: AccessConditions = AccessConditions()) async throws
        -> Identity
    {
        guard let console = CoreHome.console else { throw Missing() }
        let number = await people.allPeople.count
        let person = try await peopleService.add(name: "Guest \(number)", role: .guest, as: console).id
        try await people.add(
            Grant(
                id: GrantID(slugging: "see-\(number)", fallback: GrantID("see")), person: person, effect: .allow,
                permissions: [.viewEnvironment], selector: AccessSelector(devices: devices), conditions: conditions))
        return try CoreHome.identity(person)
    }
}

extension LiveFeed {
    func isAtTheEnd(_ reader: EventSubscription) throws -> Bool {
        try #require(readers[reader.id]).position == ring.last
    }
}

/// Events about the home itself, which every subscriber receives.
@Suite(.timeLimit(.minutes(10))) struct LiveHomeTests {
    /// A person who may see no device receives these events too, and no others.
    @Test func lockdownAndNewNameAreAnnouncedToEveryone() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            var guest = LiveEvents(of: await home.feed.subscribe(as: try await home.guest(seeing: [])))
            for isOn in [true, false] {
                try await home.lockdown.set(isOn, as: console)
                #expect(await guest.next()?.isOfHome == true)
            }
            await home.feed.publish([.devicesChanged])
            let service = HomeNameService(
                registry: home.registry, feed: home.feed, actions: home.actions, configured: "Home")
            try await service.rename(to: "Villa", as: console)
            #expect(await guest.next()?.isOfHome == true)
        }
    }

    @Test func repeatedLockdownCausesNoEvent() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(DeviceID("lamp"), capabilities: [.lamp])
            var owner = LiveEvents(of: await home.feed.subscribe(as: console))
            for _ in 0..<2 { try await home.lockdown.set(true, as: console) }
            #expect(await owner.next()?.isOfHome == true)
            await home.feed.publish([.devicesChanged])
            #expect(await owner.next()?.isOfDevices == true)
        }
    }
}
