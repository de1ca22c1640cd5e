import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

/// What a link states of the reports of its devices: how exact they are, and how long a movement may take.
@Suite struct LinkTermsTests {
    private static let device: DeviceID = DeviceID("device")

    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    private func withDevice(
        _ kind: CapabilityKind, body: @escaping @Sendable (CoreHome, Identity) async throws -> Void
    ) async throws {
        try await withVirtualCore { home in
            try await home.add(
                Self.device,
                capabilities: [Capability(CapabilityName(kind), minimum: 0, maximum: 100, isCommanded: true)],
                purpose: nil)
            await home.link.behave(.silent)
            try await body(home, try #require(CoreHome.console))
        }
    }

    @Test(arguments: [(40.0, true), (41.0, true), (39.0, true), (42.5, false), (0.0, false)])
    func reportWithinTheToleranceConfirms(reported: Double, isConfirmed: Bool) async throws {
        try await withDevice(.brightness) { home, console in
            await home.link.state(tolerance: .number(1))
            async let record = home.send(.number(40), to: Self.device, kind: .brightness, as: console)
            try await home.sent(1)
            await home.pending.reported(.number(reported), for: Self.series(.brightness))
            #expect(try await record.outcome == (isConfirmed ? .confirmed : .timedOut))
        }
    }

    @Test func withoutToleranceTheReportMustBeExact() async throws {
        try await withDevice(.brightness) { home, console in
            async let record = home.send(.number(40), to: Self.device, kind: .brightness, as: console)
            try await home.sent(1)
            await home.pending.reported(.number(41), for: Self.series(.brightness))
            #expect(try await record.outcome == .timedOut)
        }
    }

    /// A cover that reports nothing while it moves. Its command must be sent within 20 s, and may take 90 s.
    @Test(arguments: [(60, CommandOutcome.confirmed), (100, .timedOut)])
    func acceptedMovementHasItsOwnTime(seconds: Int, outcome: CommandOutcome) async throws {
        try await withDevice(.position) { home, console in
            await home.link.state(travelTime: .seconds(90))
            async let record = home.send(
                .number(70), to: Self.device, kind: .position, as: console, deadline: .seconds(20))
            try await home.sent(1)
            let id = try #require(await home.tracker.records(of: Self.device).first?.id)
            await home.pending.acknowledged(id)
            let arrival = home.clock.uptime() + .seconds(seconds)
            try await home.passTime { home.clock.uptime() >= arrival }
            await home.pending.reported(.number(70), for: Self.series(.position))
            #expect(try await record.outcome == outcome)
        }
    }

    @Test func movementThatIsNotAcceptedHasTheTimeOfItsCommand() async throws {
        try await withDevice(.position) { home, console in
            await home.link.state(travelTime: .seconds(90))
            async let record = home.send(
                .number(70), to: Self.device, kind: .position, as: console, deadline: .seconds(20))
            try await home.sent(1)
            let arrival = home.clock.uptime() + .seconds(60)
            try await home.passTime { home.clock.uptime() >= arrival }
            await home.pending.reported(.number(70), for: Self.series(.position))
            #expect(try await record.outcome == .timedOut)
        }
    }
}
