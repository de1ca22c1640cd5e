import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

/// A client that sends too fast is held back, but not from what makes the home safe.
@Suite(.timeLimit(.minutes(2))) struct SafeDirectionPaceTests {
    private static let blind: DeviceID = DeviceID("blind")
    private static let lamp: DeviceID = DeviceID("lamp")

    /// A home with a blind and a lamp, whose clock stands still: no allowance grows.
    private func withHaste(
        as role: Role, _ body: @Sendable (CoreHome, Identity) async throws -> Void
    ) async throws {
        try await withCore { home in
            let cover = [
                Capability(CapabilityName(.position), minimum: 0, maximum: 100, isCommanded: true),
                Capability(CapabilityName(.movement), isCommanded: true),
            ]
            try await home.add(Self.blind, cover, purpose: .blind)
            try await home.add(Self.lamp, [.lamp])
            let identity = try await home.identity(home.pair("Kim", role))
            while await refusal(.boolean(true), to: Self.lamp, .switch, of: identity, home) != .tooFast {}
            try await body(home, identity)
        }
    }

    /// What `submit` says; nil when the command was taken in.
    private func refusal(
        _ value: CapabilityValue, to device: DeviceID, _ kind: CapabilityKind, of identity: Identity, _ home: CoreHome
    ) async -> CommandRefusal? {
        let request = CommandRequest(
            id: .random(), device: device, capability: CapabilityName(kind), value: value,
            receivedAt: home.clock.now(), deadline: .seconds(60))
        do throws(CommandRefusal) {
            _ = try await home.commands.submit(request, by: identity)
            return nil
        } catch {
            return error
        }
    }

    private func taken(
        _ value: CapabilityValue, to device: DeviceID, _ kind: CapabilityKind, of identity: Identity, _ home: CoreHome
    ) async -> Int {
        var count = 0
        for _ in 0..<200 where await refusal(value, to: device, kind, of: identity, home) == nil { count += 1 }
        return count
    }

    /// A toggled switch is also switched off again and again: that takes nothing from the stops.
    @Test func stopsAndSafeDirectionsHaveTheirOwnBoundedAllowances() async throws {
        try await withHaste(as: .member) { home, kim in
            #expect(await refusal(.number(50), to: Self.blind, .position, of: kim, home) == .tooFast)
            let safe = await taken(.boolean(false), to: Self.lamp, .switch, of: kim, home)
            #expect(safe == Int(CommandPace.Kind.safe.burst))
            let stops = await taken(.text("stopped"), to: Self.blind, .movement, of: kim, home)
            #expect(stops == Int(CommandPace.Kind.stop.burst))
            home.time.advance(by: .milliseconds(100))
            #expect(await refusal(.boolean(true), to: Self.lamp, .switch, of: kim, home) == nil)
        }
    }

    /// For a person without rights a device that is there and one that is not are the same.
    @Test func whoMayNotSendItHasNoAllowanceForIt() async throws {
        try await withHaste(as: .guest) { home, guest in
            for device in [Self.blind, DeviceID("nowhere" as StaticString)] {
                #expect(await refusal(.text("stopped"), to: device, .movement, of: guest, home) == .tooFast)
            }
            #expect(await refusal(.boolean(false), to: Self.lamp, .switch, of: guest, home) == .tooFast)
        }
    }
}
