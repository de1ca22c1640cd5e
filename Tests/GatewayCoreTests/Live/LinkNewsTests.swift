import HomeModel
import HomeStorage
import Logging
import Testing

@testable import GatewayCore

/// What watchers are shown of news from the devices' network.
@Suite(.timeLimit(.minutes(5))) struct LinkNewsTests {
    private let lamp: DeviceID = DeviceID("lamp")
    private let sensor: DeviceID = DeviceID("sensor")

    private func withWatcher(
        _ body: @Sendable (CoreHome, LinkIntake, inout LiveEvents) async throws -> Void
    ) async throws {
        try await withCore { home in
            try await home.add(lamp, [.lamp])
            try await home.add(sensor, [.thermometer])
            let intake = LinkIntake(
                registry: home.registry, board: home.board, feed: home.feed, pending: home.pending,
                findings: LinkFindings(), clock: home.clock,
                logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
            var events = LiveEvents(of: await home.feed.watch(as: try #require(CoreHome.console)))
            try await body(home, intake, &events)
        }
    }

    /// The connection to the broker is lost: the watcher gets the availability *unknown* for each device.
    @Test func lostNetworkMakesEveryAvailabilityUnknown() async throws {
        try await withWatcher { home, intake, events in
            // What is known to be unknown is no news the second time.
            for _ in 0..<2 { await intake.networkLost() }
            for id in [lamp, sensor] { #expect(await home.board.availability(of: id) == .unknown) }
            await intake.availability(.ready, of: try await address(of: lamp, in: home))
            for (id, availability) in [(lamp, Availability.unknown), (sensor, .unknown), (lamp, .ready)] {
                guard case .availability(id, availability)? = await events.next() else {
                    Issue.record("the watcher was not told that \(id) is \(availability)")
                    return
                }
            }
        }
    }

    /// 300 descriptions within a moment: one event at once, and one a second later for all that came after it.
    @Test(arguments: [true, false]) func deviceThatDescribesItselfAgainAndAgainCausesFewEvents(
        isAdopted: Bool
    ) async throws {
        try await withWatcher { home, intake, events in
            let address =
                isAdopted
                ? try await self.address(of: lamp, in: home)
                : LinkAddress(kind: .homie5, foreignID: "stranger", root: "stranger")
            for number in 0..<300 {
                let part = Part(id: .main, capabilities: [.lamp], purpose: .light)
                await intake.described(
                    address, DeviceDescription(name: "Name \(number)", parts: [part]), native: nil)
            }
            var seen: [LiveEvent] = []
            for _ in 0..<2 { seen.append(try #require(await events.next())) }
            #expect(seen.count { $0.isOfDevices } == 2, "the watcher gets the last change too")
            // Nothing else of the flood comes before what happens now.
            await intake.state(
                SeriesID(device: lamp, part: .main, capability: CapabilityName(.switch)), .boolean(true),
                isRetained: false)
            guard case .state? = await events.next() else {
                Issue.record("more events than two came")
                return
            }
        }
    }

    /// When a device said what the broker retained is not known: neither the event nor the list gives it a time.
    @Test func retainedValueIsShownWithoutATime() async throws {
        try await withWatcher { home, intake, events in
            let series = SeriesID(device: lamp, part: .main, capability: CapabilityName(.switch))
            await intake.state(series, .boolean(true), isRetained: true)
            guard case .recalled(let change)? = await events.next() else {
                Issue.record("the retained value was not shown as such")
                return
            }
            #expect(change.series == series && change.value == .boolean(true))
            #expect(await home.board.state(of: series)?.isTimeKnown == false)
            await intake.state(series, .boolean(false), isRetained: false)
            guard case .state? = await events.next() else {
                Issue.record("a live value has its time")
                return
            }
            #expect(await home.board.state(of: series)?.isTimeKnown == true)
        }
    }

    private func address(of id: DeviceID, in home: CoreHome) async throws -> LinkAddress {
        try #require(await home.registry.snapshot[id]).address
    }
}
