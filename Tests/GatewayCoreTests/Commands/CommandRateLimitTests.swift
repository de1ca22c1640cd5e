@testable import GatewayCore
import HomeCertificates
import HomeModel
import Testing

@Suite struct CommandRateLimitTests {
    @Test func limitAffectsOnlyTheFastSender() async throws {
        try await withCore { home in
            let kim = try await home.identity(home.pair("Kim", role: .member, key: "k"))
            let bo = try await home.identity(home.pair("Bo", role: .member, key: "b"))
            let limit = CommandRateLimit(uptime: home.clock.uptime)
            var admitted = 0
            for _ in 0..<200 where await limit.admits(kim) { admitted += 1 }
            #expect(admitted == 100)
            #expect(await limit.admits(bo))
            home.time.advance(by: .seconds(1))
            admitted = 0
            for _ in 0..<200 where await limit.admits(kim) { admitted += 1 }
            #expect(admitted == 50)
        }
    }
}

/// A client that sends too fast is limited, but has separate allowances for commands that make the home safe.
@Suite(.timeLimit(.minutes(10))) struct SafeDirectionRateLimitTests {
    private static let blind: DeviceID = DeviceID("blind")
    private static let lamp: DeviceID = DeviceID("lamp")

    /// Runs `body` with a client that has used up its allowance. The clock does not advance, so that no allowance grows.
    private func withExhaustedAllowance(
        as role: Role, _ body: @Sendable (CoreHome, Identity) async throws -> Void
    ) async throws {
        try await withCore { home in
            let cover = [
                Capability(CapabilityName(.position), minimum: 0, maximum: 100, isCommanded: true),
                Capability(CapabilityName(.movement), isCommanded: true),
            ]
            try await home.add(Self.blind, capabilities: cover, purpose: .blind)
            try await home.add(Self.lamp, capabilities: [.lamp])
            let identity = try await home.identity(home.pair("Kim", role: role))
            while await refusal(.boolean(true), to: Self.lamp, kind: .switch, of: identity, home: home) != .tooFast {}
            try await body(home, identity)
        }
    }

    /// The refusal that `submit` throws; nil when the command was accepted.
    private func refusal(
        _ value: CapabilityValue, to device: DeviceID, kind: CapabilityKind, of identity: Identity, home: CoreHome
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

    private func acceptedCount(
        _ value: CapabilityValue, to device: DeviceID, kind: CapabilityKind, of identity: Identity, home: CoreHome
    ) async -> Int {
        var count = 0
        for _ in 0..<200 where await refusal(value, to: device, kind: kind, of: identity, home: home) == nil {
            count += 1
        }
        return count
    }

    /// A client that toggles a switch also turns it off repeatedly: these commands do not use up the allowance for stops.
    @Test func stopsAndSafeDirectionsHaveSeparateAllowances() async throws {
        try await withExhaustedAllowance(as: .member) { home, kim in
            #expect(await refusal(.number(50), to: Self.blind, kind: .position, of: kim, home: home) == .tooFast)
            let safe = await acceptedCount(.boolean(false), to: Self.lamp, kind: .switch, of: kim, home: home)
            #expect(safe == Int(CommandRateLimit.Kind.safe.burst))
            let stops = await acceptedCount(.text("stopped"), to: Self.blind, kind: .movement, of: kim, home: home)
            #expect(stops == Int(CommandRateLimit.Kind.stop.burst))
            home.time.advance(by: .milliseconds(100))
            #expect(await refusal(.boolean(true), to: Self.lamp, kind: .switch, of: kim, home: home) == nil)
        }
    }

    /// A person without rights cannot distinguish an existing device from a missing one.
    @Test func personWithoutTheRightHasNoSeparateAllowance() async throws {
        try await withExhaustedAllowance(as: .guest) { home, guest in
            for device in [Self.blind, DeviceID("nowhere" as StaticString)] {
                #expect(await refusal(.text("stopped"), to: device, kind: .movement, of: guest, home: home) == .tooFast)
            }
            #expect(await refusal(.boolean(false), to: Self.lamp, kind: .switch, of: guest, home: home) == .tooFast)
        }
    }
}
