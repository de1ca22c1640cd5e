import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

/// A device may still execute a command after it, or its bridge, said something else: until then the command has not failed.
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
        _ capabilities: [Capability], _ body: @escaping @Sendable (CoreHome, Identity) async throws -> Void
    ) async throws {
        try await withVirtualCore { home in
            try await home.add(Self.device, capabilities, purpose: nil)
            await home.link.behave(.silent)
            try await body(home, try #require(CoreHome.console))
        }
    }

    /// A device that reconnects repeats its target, and then executes what waited for it.
    @Test(arguments: [(1, CommandOutcome.timedOut), (8, .failed), (20, .failed)])
    func repeatedTargetIsNoFailureBeforeTheDeviceHasHadItsTime(seconds: Int, outcome: CommandOutcome) async throws {
        try await withDevice(Self.lamp) { home, console in
            async let record = home.send(.boolean(true), to: Self.device, as: console, deadline: .seconds(seconds))
            try await home.sent(1)
            await home.pending.acknowledged(.boolean(false), for: Self.series(.switch))
            let told = try await record
            #expect(told.outcome == outcome && told.detail == "The device kept to off.", "\(told)")
        }
    }

    @Test(arguments: [true, false]) func commandThatTheBridgeHadNoAnswerToIsOpen(isExecuted: Bool) async throws {
        try await withDevice(Self.lamp) { home, console in
            async let record = home.send(.boolean(true), to: Self.device, as: console)
            try await home.sent(1)
            await home.pending.failed("The lamp gave no answer.", isCertain: false) { $0.device == Self.device }
            if isExecuted { await home.pending.reported(.boolean(true), for: Self.series(.switch)) }
            let told = try await record
            #expect(told.outcome == (isExecuted ? .confirmed : .timedOut))
            #expect(told.detail == (isExecuted ? nil : "The lamp gave no answer."))
        }
    }

    /// The broker did not say whether it took the command over.
    @Test(arguments: [true, false]) func commandWhoseDeliveryIsUnknownIsOpen(isExecuted: Bool) async throws {
        try await withDevice(Self.lamp) { home, console in
            await home.link.behave(.unanswered)
            async let record = home.send(.boolean(true), to: Self.device, as: console)
            try await home.sent(1)
            if isExecuted { await home.pending.reported(.boolean(true), for: Self.series(.switch)) }
            #expect(try await record.outcome == (isExecuted ? .confirmed : .timedOut))
        }
    }

    /// A gateway that stops has not waited long enough to say what a device did not do.
    @Test(arguments: [lamp, cover]) func gatewayThatStopsFailsNoCommand(capabilities: [Capability]) async throws {
        try await withDevice(capabilities) { home, console in
            let commands = home.commands(on: home.ledger)
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
            let record = try #require(await home.ledger.record(id))
            #expect(record.outcome == .timedOut && record.detail == CommandClosing.interrupted.detail, "\(record)")
        }
    }

    /// A motor stops near a place between its ends, and that is as well as it can do it.
    @Test(arguments: [
        (50.0, 49.0, CommandOutcome.confirmed), (50, 52, .confirmed), (50, 46, .failed), (100, 99, .failed),
        (0, 1, .failed),
    ])
    func coverStopsNearItsPlace(goal: Double, place: Double, outcome: CommandOutcome) async throws {
        try await withDevice(Self.cover) { home, console in
            await home.pending.reported(.number(20), for: Self.series(.position))
            async let record = home.send(.number(goal), to: Self.device, .position, as: console, deadline: .seconds(30))
            try await home.sent(1)
            let way = goal > 20 ? "opening" : "closing"
            await home.pending.reported(.text(way), for: Self.series(.movement))
            await home.pending.reported(.number(place), for: Self.series(.position))
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            let told = try await record
            #expect(told.outcome == outcome, "\(told)")
            if outcome == .confirmed { #expect(told.reported == .number(place)) }
        }
    }

    /// The reports of a device that was away for a moment say nothing of its movement: it comes by the place.
    @Test func placeThatACoverComesByDoesNotCountWhileItsMovementIsUnknown() async throws {
        try await withDevice(Self.cover) { home, console in
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let older = home.send(.number(100), to: Self.device, .position, as: console)
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            await home.pending.forgetReports(of: Self.device)
            await home.pending.reported(.number(40), for: Self.series(.position))
            async let newer = home.send(.number(50), to: Self.device, .position, as: console)
            try await home.sent(2)
            for place in [50.0, 80, 100] { await home.pending.reported(.number(place), for: Self.series(.position)) }
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            let told = try await (older, newer)
            #expect(told.0.outcome == .confirmed && told.1.outcome != .confirmed, "\(told)")
        }
    }

    /// Sent again under its key it would be carried out after the command that replaced it.
    @Test func keyOfACommandThatWasReplacedStandsForIt() async throws {
        try await withDevice([Capability(CapabilityName(.lock), isCommanded: true)]) { home, console in
            async let first = home.send(.text("unlocked"), to: Self.device, .lock, as: console, deadline: .seconds(5))
            try await home.sent(1)
            async let replaced = home.send(
                .text("unlocked"), to: Self.device, .lock, as: console, key: "k", deadline: .seconds(60))
            while await home.ledger.records(of: Self.device).count < 2 { await Task.yield() }
            async let newer = home.send(.text("locked"), to: Self.device, .lock, as: console, deadline: .seconds(60))
            let told = try await (first, replaced, newer)
            #expect(told.1.outcome == .superseded, "\(told)")
            let again = CommandRequest(
                id: CommandID("again"), device: Self.device, capability: CapabilityName(.lock),
                value: .text("unlocked"),
                idempotencyKey: "k", receivedAt: home.clock.now(), deadline: .seconds(60))
            for ledger in [home.ledger, try await home.nextLedger()] {
                #expect(try await ledger.open(again, by: console) == told.1.id)
            }
        }
    }
}
