import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

/// A device may execute a command although it, or its bridge, has reported something else before. The command has not
/// failed while that is possible.
@Suite struct DelayedDeviceTests {
    private static let device: DeviceID = DeviceID("device")
    private static let lamp = [Capability(CapabilityName(.switch), isCommanded: true)]
    private static let cover = [
        Capability(CapabilityName(.position), minimum: 0, maximum: 100, isCommanded: true),
        Capability(CapabilityName(.movement), isCommanded: true),
    ]

    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    private func withDevice(
        _ capabilities: [Capability], body: @escaping @Sendable (CoreHome, Identity) async throws -> Void
    ) async throws {
        try await withVirtualCore { home in
            try await home.add(Self.device, capabilities: capabilities, purpose: nil)
            await home.link.behave(.silent)
            try await body(home, try #require(CoreHome.console))
        }
    }

    /// A device that reconnects repeats its target, and then executes the commands that waited for it.
    @Test(arguments: [(1, CommandOutcome.timedOut), (8, .failed), (20, .failed)])
    func repeatedTargetDoesNotFailACommandWithAShortDeadline(seconds: Int, outcome: CommandOutcome) async throws {
        try await withDevice(Self.lamp) { home, console in
            async let record = home.send(.boolean(true), to: Self.device, as: console, deadline: .seconds(seconds))
            try await home.sent(1)
            await home.pending.acknowledged(.boolean(false), for: Self.series(.switch))
            let result = try await record
            #expect(
                result.outcome == outcome && result.detail == "The device reported another target: off.", "\(result)")
        }
    }

    @Test(arguments: [true, false]) func commandStaysOpenWhenTheBridgeGotNoAnswer(isExecuted: Bool) async throws {
        try await withDevice(Self.lamp) { home, console in
            async let record = home.send(.boolean(true), to: Self.device, as: console)
            try await home.sent(1)
            await home.pending.failed("The lamp gave no answer.", isCertain: false) { $0.device == Self.device }
            if isExecuted { await home.pending.reported(.boolean(true), for: Self.series(.switch)) }
            let result = try await record
            #expect(result.outcome == (isExecuted ? .confirmed : .timedOut))
            #expect(result.detail == (isExecuted ? nil : "The lamp gave no answer."))
        }
    }

    /// The broker did not say whether it accepted the command.
    @Test(arguments: [true, false]) func commandOfUnknownDeliveryStaysOpen(isExecuted: Bool) async throws {
        try await withDevice(Self.lamp) { home, console in
            await home.link.behave(.unanswered)
            async let record = home.send(.boolean(true), to: Self.device, as: console)
            try await home.sent(1)
            if isExecuted { await home.pending.reported(.boolean(true), for: Self.series(.switch)) }
            #expect(try await record.outcome == (isExecuted ? .confirmed : .timedOut))
        }
    }

    /// A gateway that stops has not waited long enough to know that the device did not execute the command.
    @Test(arguments: [lamp, cover]) func commandIsNotFailedWhenTheGatewayStops(capabilities: [Capability]) async throws
    {
        try await withDevice(capabilities) { home, console in
            let commands = home.commands(on: home.tracker)
            let run = Task { await commands.run() }
            let isCover = capabilities.count > 1
            let request = CommandRequest(
                id: CommandID("c"), device: Self.device, capability: CapabilityName(isCover ? .position : .switch),
                value: isCover ? .number(100) : .boolean(true), receivedAt: home.clock.now(), deadline: .seconds(120))
            let id = try await commands.submit(request, by: console)
            try await home.sent(1)
            if isCover {
                await home.pending.reported(.text("opening"), for: Self.series(.movement))
                await home.pending.reported(.number(43), for: Self.series(.position))
                await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            } else {
                await home.pending.acknowledged(.boolean(false), for: Self.series(.switch))
            }
            run.cancel()
            await run.value
            let record = try #require(await home.tracker.record(id))
            #expect(record.outcome == .timedOut && record.detail == CommandOutcomeEntry.interrupted.detail, "\(record)")
        }
    }

    /// A motor is not exact: between its ends it stops only near the requested position.
    @Test(arguments: [
        (50.0, 49.0, CommandOutcome.confirmed), (50, 52, .confirmed), (50, 46, .failed), (100, 99, .failed),
        (0, 1, .failed),
    ])
    func positionBetweenTheEndsIsConfirmedWithATolerance(goal: Double, position: Double, outcome: CommandOutcome)
        async throws
    {
        try await withDevice(Self.cover) { home, console in
            await home.pending.reported(.number(20), for: Self.series(.position))
            async let record = home.send(
                .number(goal), to: Self.device, kind: .position, as: console, deadline: .seconds(30))
            try await home.sent(1)
            let word = goal > 20 ? "opening" : "closing"
            await home.pending.reported(.text(word), for: Self.series(.movement))
            await home.pending.reported(.number(position), for: Self.series(.position))
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            let result = try await record
            #expect(result.outcome == outcome, "\(result)")
            if outcome == .confirmed { #expect(result.reported == .number(position)) }
        }
    }

    /// The movement of a device is unknown after it was disconnected: it may only pass the reported position.
    @Test func passedPositionDoesNotConfirmWhileTheMovementIsUnknown() async throws {
        try await withDevice(Self.cover) { home, console in
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let older = home.send(.number(100), to: Self.device, kind: .position, as: console)
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            await home.pending.forgetReports(of: [Self.device])
            await home.pending.reported(.number(40), for: Self.series(.position))
            async let newer = home.send(.number(50), to: Self.device, kind: .position, as: console)
            try await home.sent(2)
            for position in [50.0, 80, 100] {
                await home.pending.reported(.number(position), for: Self.series(.position))
            }
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            let result = try await (older, newer)
            #expect(result.0.outcome == .confirmed && result.1.outcome != .confirmed, "\(result)")
        }
    }

    /// If the key were free, a repeated request would be executed after the command that replaced the first one.
    @Test func keyOfASupersededCommandStaysInUse() async throws {
        try await withDevice([Capability(CapabilityName(.lock), isCommanded: true)]) { home, console in
            async let first = home.send(
                .text("unlocked"), to: Self.device, kind: .lock, as: console, deadline: .seconds(5))
            try await home.sent(1)
            async let replaced = home.send(
                .text("unlocked"), to: Self.device, kind: .lock, as: console, key: "k", deadline: .seconds(60))
            while await home.tracker.records(of: Self.device).count < 2 { await Task.yield() }
            async let newer = home.send(
                .text("locked"), to: Self.device, kind: .lock, as: console, deadline: .seconds(60))
            let result = try await (first, replaced, newer)
            #expect(result.1.outcome == .superseded, "\(result)")
            let again = CommandRequest(
                id: CommandID("again"), device: Self.device, capability: CapabilityName(.lock),
                value: .text("unlocked"),
                idempotencyKey: "k", receivedAt: home.clock.now(), deadline: .seconds(60))
            for tracker in [home.tracker, try await home.nextTracker()] {
                #expect(try await tracker.open(again, by: console) == result.1.id)
            }
        }
    }
}
