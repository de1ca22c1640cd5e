import DeviceProtocols
import HomeModel
import HomeStore
import Logging
import Testing

@testable import GatewayCore

/// A device with a partial description can be adopted, and a partial description removes nothing from an adopted device.
@Suite struct PartialDescriptionTests {
    private static let address = LinkAddress(kind: .shelly, foreignID: "a8032abe54dc", root: "u")

    private static func description(_ capabilities: [Capability]) -> DeviceDescription {
        DeviceDescription(name: "Sketch", parts: [Part(id: .main, capabilities: capabilities)])
    }

    private static func receiver(_ home: CoreHome) -> LinkEventReceiver {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return LinkEventReceiver(
            registry: home.registry, display: StateDisplay(current: home.deviceStates, feed: home.feed),
            pending: home.pending, findings: LinkFindings(),
            reachability: ReachabilityRecorder(store: home.database.readings, last: [:], logger: logger),
            clock: home.clock, logger: logger)
    }

    @Test func partiallyDescribedDeviceWaitsForAdoption() async throws {
        try await withCore { home in
            await Self.receiver(home).partiallyDescribed(
                Self.address, description: Self.description([.lamp]), native: "1")
            let waiting = try #require(await home.registry.waiting.first?.best)
            #expect(waiting.address == Self.address && waiting.description == Self.description([.lamp]))
            #expect(waiting.nativeDescription == "1")
        }
    }

    /// Partial descriptions follow a whole one, before and after the adoption.
    @Test(arguments: [false, true]) func partialDescriptionRemovesNoCapability(isAdopted: Bool) async throws {
        try await withCore { home in
            let receiver = Self.receiver(home)
            let whole = Self.description([.lamp, .thermometer])
            await receiver.described(Self.address, description: whole, native: "whole")
            if isAdopted {
                let console = try #require(CoreHome.console)
                let id = try #require(await home.registry.waiting.first?.best.id)
                _ = try await home.devices.adopt(id, name: nil, room: nil, purposes: [.main: .light], as: console)
            }
            await receiver.partiallyDescribed(Self.address, description: Self.description([.lamp]), native: "part")
            await receiver.partiallyDescribed(Self.address, description: Self.description([]), native: "nothing")
            try await home.registry.storeDescriptions()
            let known = await Self.known(home)
            #expect(known?.native == "whole")
            #expect(known?.description[.main]?.capabilities == whole[.main]?.capabilities)
        }
    }

    /// A partial description that contains everything known and more replaces the known one.
    @Test(arguments: [false, true]) func partialDescriptionAddsNewCapabilities(isAdopted: Bool) async throws {
        try await withCore { home in
            let receiver = Self.receiver(home)
            await receiver.partiallyDescribed(Self.address, description: Self.description([.lamp]), native: "1")
            if isAdopted {
                let console = try #require(CoreHome.console)
                let id = try #require(await home.registry.waiting.first?.best.id)
                _ = try await home.devices.adopt(id, name: nil, room: nil, purposes: [.main: .light], as: console)
            }
            await receiver.partiallyDescribed(
                Self.address, description: Self.description([.lamp, .thermometer]), native: "2")
            try await home.registry.storeDescriptions()
            let known = await Self.known(home)
            #expect(known?.native == "2" && known?.description[.main]?.capabilities.count == 2)
        }
    }

    private static func known(_ home: CoreHome) async -> (description: DeviceDescription, native: String?)? {
        if let device = await home.registry.snapshot.device(at: address) {
            return (device.description, device.nativeDescription)
        }
        let waiting = await home.registry.waiting.first?.best
        return waiting.map { ($0.description, $0.nativeDescription) }
    }
}
