import HomeModel
import Logging
import Testing

@testable import GatewayCore

/// A device that has described a part of itself can be adopted, and an adopted one loses nothing by such a sketch.
@Suite struct SketchedDeviceTests {
    private static let address = LinkAddress(kind: .shelly, foreignID: "a8032abe54dc", root: "u")

    private static func description(_ capabilities: [Capability]) -> DeviceDescription {
        DeviceDescription(name: "Sketch", parts: [Part(id: .main, capabilities: capabilities)])
    }

    private static func intake(_ home: CoreHome) -> LinkIntake {
        LinkIntake(
            registry: home.registry, board: home.board, feed: home.feed, pending: home.pending,
            findings: LinkFindings(), clock: home.clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test func sketchedDeviceWaitsToBeAdopted() async throws {
        try await withCore { home in
            await Self.intake(home).sketched(Self.address, Self.description([.lamp]), native: "1")
            let waiting = try #require(await home.registry.waiting.first?.best)
            #expect(waiting.address == Self.address && waiting.description == Self.description([.lamp]))
            #expect(waiting.nativeDescription == "1")
        }
    }

    /// Every order of a whole description and sketches of it, before and after the adoption.
    @Test(arguments: [false, true]) func sketchTakesNothingAway(isAdopted: Bool) async throws {
        try await withCore { home in
            let intake = Self.intake(home)
            let whole = Self.description([.lamp, .thermometer])
            await intake.described(Self.address, whole, native: "whole")
            if isAdopted {
                let console = try #require(CoreHome.console)
                let id = try #require(await home.registry.waiting.first?.best.id)
                _ = try await home.devices.adopt(id, name: nil, room: nil, purposes: [.main: .light], as: console)
            }
            await intake.sketched(Self.address, Self.description([.lamp]), native: "part")
            await intake.sketched(Self.address, Self.description([]), native: "nothing")
            try await home.registry.storeDescriptions()
            let known = await Self.known(home)
            #expect(known?.native == "whole")
            #expect(known?.description[.main]?.capabilities == whole[.main]?.capabilities)
        }
    }

    /// A sketch that has all that is known and more is news.
    @Test(arguments: [false, true]) func sketchAddsWhatIsNew(isAdopted: Bool) async throws {
        try await withCore { home in
            let intake = Self.intake(home)
            await intake.sketched(Self.address, Self.description([.lamp]), native: "1")
            if isAdopted {
                let console = try #require(CoreHome.console)
                let id = try #require(await home.registry.waiting.first?.best.id)
                _ = try await home.devices.adopt(id, name: nil, room: nil, purposes: [.main: .light], as: console)
            }
            await intake.sketched(Self.address, Self.description([.lamp, .thermometer]), native: "2")
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
