import HomeModel
import Testing

@testable import GatewayCore

/// What a device says that it goes for (Homie `$target`), and what that proves.
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
            try await home.add(Self.lamp, Self.capabilities)
            await home.link.behave(.silent)
            try await body(home, try #require(CoreHome.console))
        }
    }

    /// The lamp accepts the command, and then goes for what it was.
    @Test func targetThatIsTakenBackEndsTheCommandAsFailed() async throws {
        try await withLamp { home, console in
            async let record = home.send(
                .boolean(true), to: Self.lamp, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            for isOn in [true, false] { await home.pending.acknowledged(.boolean(isOn), for: Self.series(.switch)) }
            let told = try await record
            #expect(told.outcome == .failed, "\(told)")
            #expect(told.detail == "The device accepted it, and then went for off.")
        }
    }

    @Test func targetThatIsTakenBackAndSetAgainIsNoRefusal() async throws {
        try await withLamp { home, console in
            async let record = home.send(
                .boolean(true), to: Self.lamp, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            for isOn in [true, false, true] {
                await home.pending.acknowledged(.boolean(isOn), for: Self.series(.switch))
            }
            let told = try await record
            #expect(told.outcome == .timedOut, "\(told)")
        }
    }

    /// A brightness of 0 shows by the switch, and its target by the brightness.
    @Test func targetOfAnOlderCommandDeclinesNoNewerOne() async throws {
        try await withLamp { home, console in
            async let older = home.send(
                .number(0), to: Self.lamp, .brightness, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            async let newer = home.send(
                .number(80), to: Self.lamp, .brightness, as: console, deadline: .milliseconds(500))
            try await home.sent(2)
            await home.pending.acknowledged(.number(0), for: Self.series(.brightness))
            let told = try await (older, newer)
            #expect(told.0.outcome == .timedOut && told.1.outcome == .timedOut, "\(told)")
        }
    }

    /// The lamp repeats its targets and its state, and then turns off.
    @Test func targetOfAnotherCapabilityAcceptsNoCommandThatAnOlderOneUndoes() async throws {
        try await withLamp { home, console in
            await home.pending.reported(.boolean(true), for: Self.series(.switch))
            await home.pending.reported(.number(2700), for: Self.series(.colorTemperature))
            async let older = home.send(
                .number(0), to: Self.lamp, .brightness, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            async let newer = home.send(
                .number(2700), to: Self.lamp, .colorTemperature, as: console, deadline: .milliseconds(500))
            try await home.sent(2)
            await home.pending.acknowledged(.number(0), for: Self.series(.brightness))
            await home.pending.acknowledged(.number(2700), for: Self.series(.colorTemperature))
            await home.pending.reported(.number(2700), for: Self.series(.colorTemperature))
            await home.pending.reported(.boolean(true), for: Self.series(.switch))
            await home.pending.reported(.boolean(false), for: Self.series(.switch))
            let told = try await (older, newer)
            #expect(told.0.outcome == .confirmed && told.1.outcome != .confirmed, "\(told)")
        }
    }

    /// What a device has accepted it may do long after its deadline, also over a restart.
    @Test(arguments: [(true, false), (false, true), (false, false)])
    func acceptedCommandMayBeExecutedLate(isAccepted: Bool, isRestarted: Bool) async throws {
        try await withLamp { home, console in
            async let off = home.send(.boolean(false), to: Self.lamp, as: console, deadline: .milliseconds(200))
            try await home.sent(1)
            if isAccepted { await home.pending.acknowledged(.boolean(false), for: Self.series(.switch)) }
            let told = try await off
            #expect(told.outcome == .timedOut, "\(told)")
            home.time.advance(by: .seconds(30))
            let pending = isRestarted ? try await home.nextPending() : home.pending
            // What is said of a series drops what has expired.
            await pending.reported(.boolean(true), for: Self.series(.switch))
            let isForgotten = await pending.entries.isEmpty
            #expect(isForgotten != (isAccepted || isRestarted))
        }
    }
}
