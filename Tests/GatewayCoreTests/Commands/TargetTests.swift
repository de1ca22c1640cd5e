import HomeModel
import Testing

@testable import GatewayCore

/// The target value that a device reports (Homie `$target`), and its effect on open commands.
@Suite(.timeLimit(.minutes(10))) struct TargetTests {
    private static let lamp: DeviceID = DeviceID("lamp")
    private static let capabilities = [
        Capability(CapabilityName(.switch), isCommanded: true),
        Capability(CapabilityName(.brightness), minimum: 0, maximum: 100, isCommanded: true),
        Capability(CapabilityName(.colorTemperature), minimum: 2000, maximum: 6500, isCommanded: true),
    ]

    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: lamp, part: .main, capability: CapabilityName(kind))
    }

    private func withLamp(_ body: @escaping @Sendable (CoreHome, Identity) async throws -> Void) async throws {
        try await withVirtualCore { home in
            try await home.add(Self.lamp, capabilities: Self.capabilities)
            await home.link.behave(.silent)
            try await body(home, try #require(CoreHome.console))
        }
    }

    /// The lamp accepts the command, and then reports its old state as its target.
    @Test func revertedTargetFailsTheCommand() async throws {
        try await withLamp { home, console in
            async let record = home.send(
                .boolean(true), to: Self.lamp, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            for isOn in [true, false] { await home.pending.acknowledged(.boolean(isOn), for: Self.series(.switch)) }
            let result = try await record
            #expect(result.outcome == .failed, "\(result)")
            #expect(result.detail == "The device accepted the command, and then reported the target off.")
        }
    }

    @Test func revertedTargetThatIsSetAgainDoesNotFailTheCommand() async throws {
        try await withLamp { home, console in
            async let record = home.send(
                .boolean(true), to: Self.lamp, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            for isOn in [true, false, true] {
                await home.pending.acknowledged(.boolean(isOn), for: Self.series(.switch))
            }
            let result = try await record
            #expect(result.outcome == .timedOut, "\(result)")
        }
    }

    /// The state of a brightness of 0 is reported by the switch, and its target by the brightness.
    @Test func targetOfAnOlderCommandDoesNotFailANewerOne() async throws {
        try await withLamp { home, console in
            async let older = home.send(
                .number(0), to: Self.lamp, kind: .brightness, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            async let newer = home.send(
                .number(80), to: Self.lamp, kind: .brightness, as: console, deadline: .milliseconds(500))
            try await home.sent(2)
            await home.pending.acknowledged(.number(0), for: Self.series(.brightness))
            let result = try await (older, newer)
            #expect(result.0.outcome == .timedOut && result.1.outcome == .timedOut, "\(result)")
        }
    }

    /// The lamp repeats its targets and its state, and then turns off.
    @Test func targetDoesNotConfirmACommandThatAnOlderOneUndoes() async throws {
        try await withLamp { home, console in
            await home.pending.reported(.boolean(true), for: Self.series(.switch))
            await home.pending.reported(.number(2700), for: Self.series(.colorTemperature))
            async let older = home.send(
                .number(0), to: Self.lamp, kind: .brightness, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            async let newer = home.send(
                .number(2700), to: Self.lamp, kind: .colorTemperature, as: console, deadline: .milliseconds(500))
            try await home.sent(2)
            await home.pending.acknowledged(.number(0), for: Self.series(.brightness))
            await home.pending.acknowledged(.number(2700), for: Self.series(.colorTemperature))
            await home.pending.reported(.number(2700), for: Self.series(.colorTemperature))
            await home.pending.reported(.boolean(true), for: Self.series(.switch))
            await home.pending.reported(.boolean(false), for: Self.series(.switch))
            let result = try await (older, newer)
            #expect(result.0.outcome == .confirmed && result.1.outcome != .confirmed, "\(result)")
        }
    }

    /// A device may execute an accepted command long after its deadline, also after a restart of the gateway.
    @Test(arguments: [(true, false), (false, true), (false, false)])
    func commandThatMayBeExecutedLateStaysPending(isAccepted: Bool, isRestarted: Bool) async throws {
        try await withLamp { home, console in
            async let off = home.send(.boolean(false), to: Self.lamp, as: console, deadline: .milliseconds(200))
            try await home.sent(1)
            if isAccepted { await home.pending.acknowledged(.boolean(false), for: Self.series(.switch)) }
            let result = try await off
            #expect(result.outcome == .timedOut, "\(result)")
            home.time.advance(by: .seconds(30))
            let pending = isRestarted ? try await home.nextPending() : home.pending
            // A report of the series removes its expired commands.
            await pending.reported(.boolean(true), for: Self.series(.switch))
            let isRemoved = await pending.entries.isEmpty
            #expect(isRemoved != (isAccepted || isRestarted))
        }
    }
}
