import HomeModel
import Testing

@testable import GatewayCore

/// Commands to several capabilities of one part that act on the same hardware: a door by a word and by a position, a lamp
/// by its switch and by its brightness, a cover by its position and by a stop.
@Suite(.timeLimit(.minutes(10))) struct PartCommandTests {
    private static let device: DeviceID = DeviceID("thing")
    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    private static let door = [
        Capability(CapabilityName(.garageDoor), isCommanded: true),
        Capability(CapabilityName(.position), minimum: 0, maximum: 100, isCommanded: true),
    ]
    private static let lamp = [
        Capability(CapabilityName(.switch), isCommanded: true),
        Capability(CapabilityName(.brightness), minimum: 0, maximum: 100, isCommanded: true),
    ]
    private static let cover = [
        Capability(CapabilityName(.position), minimum: 0, maximum: 100, isCommanded: true),
        Capability(CapabilityName(.movement), isCommanded: true),
    ]

    typealias Value = (kind: CapabilityKind, value: CapabilityValue)

    /// The device has `state`, gets the commands `older` and `newer`, repeats its state and then executes the older one.
    @Test(
        arguments: [
            (
                door, [(.garageDoor, .text("closed")), (.position, .number(0))], (.garageDoor, .text("open")),
                (.position, .number(0)), [(.garageDoor, .text("open")), (.position, .number(100))]
            ),
            (
                door, [(.garageDoor, .text("closed")), (.position, .number(0))], (.position, .number(100)),
                (.garageDoor, .text("closed")), [(.position, .number(100)), (.garageDoor, .text("open"))]
            ),
            (
                lamp, [(.switch, .boolean(true)), (.brightness, .number(40))], (.switch, .boolean(false)),
                (.brightness, .number(40)), [(.switch, .boolean(false))]
            ),
            (
                lamp, [(.switch, .boolean(true)), (.brightness, .number(40))], (.brightness, .number(0)),
                (.switch, .boolean(true)), [(.switch, .boolean(false))]
            ),
            (
                cover, [(.movement, .text("stopped")), (.position, .number(0))], (.position, .number(100)),
                (.movement, .text("stopped")), [(.movement, .text("opening")), (.position, .number(100))]
            ),
        ] as [([Capability], [Value], Value, Value, [Value])])
    func repeatedStateDoesNotConfirmACommandBesideAConflictingOne(
        capabilities: [Capability], state: [Value], older: Value, newer: Value, done: [Value]
    ) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: capabilities, purpose: .blind)
            await home.link.behave(.silent)
            await Self.report(state, home: home)
            async let first = home.send(
                older.value, to: Self.device, kind: older.kind, as: console, deadline: .seconds(30))
            try await home.sent(1)
            async let second = home.send(
                newer.value, to: Self.device, kind: newer.kind, as: console, deadline: .seconds(3))
            // A door gets the newer command only once it has answered the older one.
            if capabilities == Self.door {
                try await home.passTime { await home.commands.queueDepth.waiting == 1 }
            } else {
                try await home.sent(2)
            }
            await Self.report(state, home: home)
            await Self.report(done, home: home)
            let result = try await first
            #expect(result.outcome == .confirmed)
            // The switch of a lamp does not report its brightness.
            #expect(result.reported == done.last { $0.kind == older.kind }?.value)
            #expect(try await second.outcome != .confirmed)
        }
    }

    /// A cover that passes the requested position may continue to where a person or an older command sends it.
    @Test(arguments: [(100.0, CommandOutcome.failed), (50, .confirmed)])
    func positionBetweenTheEndsCountsOnceTheCoverStops(end: Double, outcome: CommandOutcome) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.cover, purpose: .blind)
            await home.link.behave(.silent)
            await Self.report([(.movement, .text("stopped")), (.position, .number(0))], home: home)
            async let record = home.send(
                .number(50), to: Self.device, kind: .position, as: console, deadline: .milliseconds(500))
            try await home.sent(1)
            await Self.report([(.movement, .text("opening")), (.position, .number(50))], home: home)
            #expect(await home.tracker.records(of: Self.device).first?.outcome == nil)
            await Self.report([(.position, .number(end)), (.movement, .text("stopped"))], home: home)
            #expect(try await record.outcome == outcome)
        }
    }

    /// A superseded command ends together with the newer command, and not after the longest travel time.
    @Test func supersededMovementEndsWithTheNewerCommand() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.cover, purpose: .blind)
            await home.link.behave(.silent)
            await Self.report([(.movement, .text("stopped")), (.position, .number(50))], home: home)
            async let replaced = home.send(.number(0), to: Self.device, kind: .position, as: console)
            try await home.sent(1)
            await Self.report([(.movement, .text("closing")), (.position, .number(45))], home: home)
            async let newer = home.send(.number(90), to: Self.device, kind: .position, as: console)
            try await home.sent(2)
            await Self.report(
                [(.movement, .text("opening")), (.position, .number(90)), (.movement, .text("stopped"))], home: home)
            #expect(try await newer.outcome == .confirmed)
            let old = try await replaced
            #expect(old.outcome == .superseded && old.code == "superseded")
        }
    }

    /// Commands that the device executed before a restart do not affect commands after it.
    @Test func executedCommandsAreNotPendingAfterARestart() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.lamp)
            for value in [true, false] {
                #expect(try await home.send(.boolean(value), to: Self.device, as: console).outcome == .confirmed)
            }
            #expect(try await home.nextPending().entries.isEmpty)
            await home.link.behave(.silent)
            _ = try await home.send(.boolean(true), to: Self.device, as: console, deadline: .milliseconds(200))
            #expect(try await home.nextPending().entries.count == 1)
        }
    }

    private static func report(_ values: [Value], home: CoreHome) async {
        for (kind, value) in values { await home.pending.reported(value, for: series(kind)) }
    }
}
