import HomeModel
import Testing

@testable import GatewayCore

@Suite struct LiveFeedTests {
    private let sensor: DeviceID = DeviceID("sensor")
    private var temperature: SeriesID {
        SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
    }

    @Test func everyoneSeesOnlyWhatTheyMay() async throws {
        try await withCore { home in
            try await home.add(sensor, [.thermometer])
            let console = try #require(CoreHome.console)
            let guest = try await home.peopleService.add(name: "Guest", role: .guest, as: console)
            var seen = try await home.feed.watch(as: CoreHome.identity(guest.id)).makeAsyncIterator()
            await home.feed.show([.reading(temperature, Reading(time: home.clock.now(), value: 1)), .devicesChanged])
            guard case .devicesChanged = await seen.next() else {
                Issue.record("a guest saw a reading")
                return
            }
        }
    }

    @Test func aSlowReaderIsToldOfTheGap() async throws {
        try await withCore { home in
            try await home.add(sensor, [.thermometer])
            let console = try #require(CoreHome.console)
            var reader = await home.feed.watch(as: console).makeAsyncIterator()
            let event = LiveEvent.reading(temperature, Reading(time: home.clock.now(), value: 1))
            await home.feed.show(Array(repeating: event, count: LiveFeed.eventsPerReader + 10))
            for _ in 0..<LiveFeed.eventsPerReader { _ = await reader.next() }
            await home.feed.show([event])
            guard case .gap(let missed) = await reader.next() else {
                Issue.record("the gap was not told")
                return
            }
            #expect(missed == 10)
        }
    }

    @Test func aReaderThatLeftIsForgotten() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            do { _ = await home.feed.watch(as: console) }
            await home.feed.show([.devicesChanged])
            #expect(await home.feed.readerCount == 0)
        }
    }
}
