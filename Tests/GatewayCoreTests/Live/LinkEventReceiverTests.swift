import DeviceProtocols
import HomeModel
import HomeStore
import Logging
import Testing

@testable import GatewayCore

/// The live events that the receiver publishes for the events of a link.
@Suite(.timeLimit(.minutes(10))) struct LinkEventReceiverTests {
    private let lamp: DeviceID = DeviceID("lamp")
    private let sensor: DeviceID = DeviceID("sensor")

    private func withSubscriber(
        _ body: @Sendable (CoreHome, LinkEventReceiver, inout LiveEvents) async throws -> Void
    ) async throws {
        try await withCore { home in
            try await home.add(lamp, capabilities: [.lamp])
            try await home.add(sensor, capabilities: [.thermometer])
            let logger = Logger(label: "core") { _ in SwiftLogNoOpLogHandler() }
            let receiver = LinkEventReceiver(
                registry: home.registry, display: StateDisplay(current: home.deviceStates, feed: home.feed),
                pending: home.pending, findings: LinkFindings(),
                reachability: ReachabilityRecorder(store: home.database.readings, last: [:], logger: logger),
                clock: home.clock, logger: logger)
            var events = LiveEvents(of: await home.feed.subscribe(as: try #require(CoreHome.console)))
            try await body(home, receiver, &events)
        }
    }

    /// When the network of a link is lost, a subscriber gets the availability *unknown* for each of its devices. Those of
    /// another link stay as they are.
    @Test func lostNetworkMakesTheAvailabilityOfItsDevicesUnknown() async throws {
        try await withSubscriber { home, receiver, events in
            await receiver.networkLost(of: [LinkKind(rawValue: "other")])
            for id in [lamp, sensor] { #expect(await home.deviceStates.availability(of: id) == .ready) }
            // An availability that is already unknown causes no second event.
            for _ in 0..<2 { await receiver.networkLost(of: [.homie5]) }
            for id in [lamp, sensor] { #expect(await home.deviceStates.availability(of: id) == .unknown) }
            await receiver.availability(.ready, of: try await address(of: lamp, in: home))
            for (id, availability) in [(lamp, Availability.unknown), (sensor, .unknown), (lamp, .ready)] {
                guard case .availability(id, availability)? = await events.next() else {
                    Issue.record("the subscriber got no event that \(id) is \(availability)")
                    return
                }
            }
        }
    }

    /// 300 descriptions within a moment cause one event at once, and one a second later for all others.
    @Test(arguments: [true, false]) func frequentDescriptionsAreCoalescedIntoTwoEvents(
        isAdopted: Bool
    ) async throws {
        try await withSubscriber { home, receiver, events in
            let address =
                isAdopted
                ? try await self.address(of: lamp, in: home)
                : LinkAddress(kind: .homie5, foreignID: "stranger", root: "stranger")
            for number in 0..<300 {
                let part = Part(id: .main, capabilities: [.lamp], purpose: .light)
                await receiver.described(
                    address, description: DeviceDescription(name: "Name \(number)", parts: [part]), native: nil)
            }
            var seen: [LiveEvent] = []
            for _ in 0..<2 { seen.append(try #require(await events.next())) }
            #expect(seen.count { $0.isOfDevices } == 2, "the subscriber gets the last change too")
            // No other event of the flood comes before the next event.
            await receiver.state(
                SeriesID(device: lamp, part: .main, capability: CapabilityName(.switch)), value: .boolean(true),
                isRetained: false)
            guard case .state? = await events.next() else {
                Issue.record("more events than two came")
                return
            }
        }
    }

    /// The time of a retained message is unknown, so that neither the event nor the list contains one.
    @Test func retainedValueIsShownWithoutATime() async throws {
        try await withSubscriber { home, receiver, events in
            let series = SeriesID(device: lamp, part: .main, capability: CapabilityName(.switch))
            await receiver.state(series, value: .boolean(true), isRetained: true)
            guard case .recalled(let change)? = await events.next() else {
                Issue.record("the retained value was not shown as such")
                return
            }
            #expect(change.series == series && change.value == .boolean(true))
            #expect(await home.deviceStates.state(of: series)?.isTimeKnown == false)
            await receiver.state(series, value: .boolean(false), isRetained: false)
            guard case .state? = await events.next() else {
                Issue.record("a live value has its time")
                return
            }
            #expect(await home.deviceStates.state(of: series)?.isTimeKnown == true)
        }
    }

    private func address(of id: DeviceID, in home: CoreHome) async throws -> LinkAddress {
        try #require(await home.registry.snapshot[id]).address
    }
}
