import HomeModel
import TestSupport
import Testing

@testable import GatewayCore

/// Commands that end with more than one report, and commands to what takes its time.
@Suite(.timeLimit(.minutes(10))) struct TravelTests {
    private static let device: DeviceID = DeviceID("thing")
    private static let other: DeviceID = DeviceID("other")
    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    private static let cover = [
        Capability(CapabilityName(.position), minimum: 0, maximum: 100, isCommanded: true),
        Capability(CapabilityName(.movement), isCommanded: true),
    ]
    private static let lamp = [
        Capability(CapabilityName(.switch), isCommanded: true),
        Capability(CapabilityName(.brightness), minimum: 0, maximum: 100, isCommanded: true),
    ]

    /// The report of a brightness is no proof while the lamp is off.
    @Test func brightnessIsConfirmedOnceTheLampIsOn() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.lamp)
            await home.link.behave(.silent)
            await home.pending.reported(.boolean(false), for: Self.series(.switch))
            async let record = home.send(.number(40), to: Self.device, .brightness, as: console)
            try await home.sent(1)
            await home.pending.reported(.number(40), for: Self.series(.brightness))
            #expect(await home.ledger.records(of: Self.device).first?.outcome == nil)
            await home.pending.reported(.boolean(true), for: Self.series(.switch))
            #expect(try await record.outcome == .confirmed)
            #expect(try await record.reported == .number(40))
        }
    }

    @Test func brightnessOfALampThatIsOnNeedsNoOtherReport() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.lamp)
            await home.pending.reported(.boolean(true), for: Self.series(.switch))
            #expect(try await home.send(.number(40), to: Self.device, .brightness, as: console).outcome == .confirmed)
        }
    }

    /// A lamp that is off keeps its brightness for later, so that no report of 0 ever comes.
    @Test func brightnessOfZeroIsConfirmedByOff() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.lamp)
            await home.link.behave(.silent)
            async let record = home.send(.number(0), to: Self.device, .brightness, as: console)
            try await home.sent(1)
            await home.pending.reported(.boolean(false), for: Self.series(.switch))
            #expect(try await record.outcome == .confirmed)
        }
    }

    /// A lamp that was told the brightness 0 before the restart may still turn off after it was told to turn on.
    @Test func brightnessOfZeroOfThePreviousRunMayStillTurnTheLampOff() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.lamp)
            await home.link.behave(.silent)
            let record = try await home.send(
                .number(0), to: Self.device, .brightness, as: console, deadline: .milliseconds(200))
            #expect(record.outcome == .timedOut)
            let entries = try await home.nextPending().entries
            #expect(entries.values.flatMap { $0.map(\.series) } == [Self.series(.switch)])
            #expect(entries.values.flatMap { $0.map(\.value) } == [.boolean(false)])
            // A device that left the home shows nothing else.
            try await home.devices.remove(Self.device, as: console)
            let orphans = try await home.nextPending().entries
            #expect(orphans.values.flatMap { $0.map(\.series) } == [Self.series(.brightness)])
        }
    }

    /// The cover says that it is on its way for longer than the command's deadline, which ends a lamp's command.
    @Test func outcomeWaitsWhileTheCoverMoves() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.cover, purpose: .blind)
            try await home.add(Self.other, Self.lamp)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let record = home.send(
                .number(100), to: Self.device, .position, as: console, deadline: .seconds(1))
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            let silent = try await home.send(
                .boolean(true), to: Self.other, as: console, deadline: .seconds(2))
            #expect(silent.outcome == .timedOut)
            await home.pending.reported(.number(50), for: Self.series(.position))
            let open = await home.ledger.records(of: Self.device).first
            #expect(open?.outcome == nil && open?.stage == .acknowledged)
            await home.pending.reported(.number(100), for: Self.series(.position))
            #expect(try await record.outcome == .confirmed)
        }
    }

    /// Open, stop, and open again before the device has said that it stands.
    @Test func stopEndsNothingThatWasSentAfterIt() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.cover, purpose: .blind)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let first = home.send(.number(100), to: Self.device, .position, as: console)
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            async let stopped = home.send(.text("stopped"), to: Self.device, .movement, as: console)
            try await home.sent(2)
            async let second = home.send(.number(100), to: Self.device, .position, as: console)
            try await home.sent(3)
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            #expect(try await stopped.outcome == .confirmed)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            await home.pending.reported(.number(100), for: Self.series(.position))
            #expect(try await second.outcome == .confirmed)
            // Both wanted the same; the device has not said what it did for which.
            #expect(try await [.confirmed, .superseded].contains(first.outcome))
        }
    }

    /// A stop ends the travel where the cover stands. Some covers say that they stand before they say where: then the stop may
    /// have come as the cover arrived.
    @Test(arguments: [(nil, CommandOutcome.failed), (100.0, .confirmed), (60, .failed)])
    func placeAfterTheStopSaysHowTheTravelEnded(place: Double?, outcome: CommandOutcome) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.cover, purpose: .blind)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let moved = home.send(.number(100), to: Self.device, .position, as: console)
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            await home.pending.reported(.number(43), for: Self.series(.position))
            async let stopped = home.send(.text("stopped"), to: Self.device, .movement, as: console)
            try await home.sent(2)
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            #expect(try await stopped.outcome == .confirmed)
            if let place { await home.pending.reported(.number(place), for: Self.series(.position)) }
            #expect(try await moved.outcome == outcome)
            let sentence = "The cover was stopped at \(CapabilityValue.number(place ?? 43)) %."
            #expect(try await moved.detail == (outcome == .failed ? sentence : nil))
        }
    }

    /// An obstacle holds the cover, which says where it is.
    @Test(
        arguments: [
            ([.text("opening"), .number(40), .text("stopped")], CommandOutcome.failed, "The cover stopped at 40 %."),
            ([.number(30), .text("stopped")], .failed, "The cover did not move from 30 %."),
            (
                [.number(35), .number(40)], .timedOut,
                "The device did not report the new state in time. It last reported 40 %."
            ),
            (
                [.text("opening"), .number(40), .text("stopped"), .number(100)], .confirmed, nil
            ),
        ] as [([CapabilityValue], CommandOutcome, String?)])
    func coverThatDoesNotArriveIsKnownToBeWhereItIs(
        reports: [CapabilityValue], outcome: CommandOutcome, detail: String?
    ) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.cover, purpose: .blind)
            await home.link.behave(.silent)
            await home.pending.reported(.number(30), for: Self.series(.position))
            async let record = home.send(
                .number(100), to: Self.device, .position, as: console, deadline: CommandRequest.defaultDeadline)
            try await home.sent(1)
            for value in reports {
                let kind: CapabilityKind = if case .number = value { .position } else { .movement }
                await home.pending.reported(value, for: Self.series(kind))
            }
            let told = try await record
            #expect(told.outcome == outcome && told.detail == detail, "\(told)")
        }
    }

    /// The command of the lamp has a deadline that is longer than a standing cover has to say where it stands, and
    /// shorter than the longest travel.
    @Test func coverThatStandsAfterItsDeadlineIsNotWaitedForUntilTheLongestTravel() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, Self.cover, purpose: .blind)
            try await home.add(Self.other, Self.lamp)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let moved = home.send(.number(100), to: Self.device, .position, as: console, deadline: .seconds(1))
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            // Until the deadline of the first command is over.
            _ = try await home.send(.boolean(true), to: Self.other, as: console, deadline: .seconds(2))
            async let slower = home.send(.boolean(true), to: Self.other, as: console, deadline: .seconds(60))
            try await home.sent(3)
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            #expect(try await moved.outcome == .timedOut)
            let isWaiting = await home.ledger.records(of: Self.other).contains { $0.outcome == nil }
            #expect(isWaiting)
            let lamp = SeriesID(device: Self.other, part: .main, capability: CapabilityName(.switch))
            await home.pending.reported(.boolean(true), for: lamp)
            _ = try await slower
        }
    }

    /// A controller with more covers than series that may be unanswered: those on their way have answered.
    @Test func coversOnTheirWayHoldUpNoOthers() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let names = (0..<CommandQueue.mostSeries + 2).map {
                CapabilityName(.position, label: PartID("cover-\($0)"))
            }
            try await home.add(
                Self.device, names.map { Capability($0, minimum: 0, maximum: 100, isCommanded: true) }, purpose: .blind)
            await home.link.behave(.silent)
            let covers = names.map { SeriesID(device: Self.device, part: .main, capability: $0) }
            for cover in covers {
                await home.pending.reported(.number(100), for: cover)
                let request = CommandRequest(
                    id: .random(), device: Self.device, capability: cover.capability, value: .number(0),
                    receivedAt: home.clock.now(), deadline: .seconds(120))
                _ = try await home.commands.submit(request, by: console)
            }
            try await eventually("the covers are told") { await home.link.sent.count == CommandQueue.mostSeries }
            for cover in covers { await home.pending.reported(.number(90), for: cover) }
            try await eventually("the covers are told") { await home.link.sent.count == covers.count }
        }
    }

    /// A child, in a lockdown, without a step-up, stops a garage door that it must not open.
    @Test func everybodyWhoMayMoveItMayStopIt() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let door = [
                Capability(CapabilityName(.garageDoor), isCommanded: true),
                Capability(CapabilityName(.movement), isCommanded: true),
            ]
            try await home.add(Self.device, door, purpose: nil)
            let child = try CoreHome.identity(
                try await home.peopleService.add(name: "Bo", role: .child, as: console).id)
            for kind in [CapabilityKind.movement, .garageDoor] {
                let record = try await home.send(.text("stopped"), to: Self.device, kind, as: child)
                #expect(record.outcome == .confirmed, "\(kind)")
            }
            #expect(try await home.send(.text("open"), to: Self.device, .garageDoor, as: child).outcome == .refused)
            #expect(try await home.send(.text("opening"), to: Self.device, .movement, as: child).outcome == .invalid)
        }
    }

    @Test func coloursAreComparedAsTheyLook() {
        func isMet(_ left: (Double, Double), _ right: (Double, Double)) -> Bool {
            CapabilityValue.color(hue: left.0, saturation: left.1).isMet(
                by: .color(hue: right.0, saturation: right.1))
        }
        #expect(isMet((0, 100), (359.7, 100)) && isMet((120, 0), (0, 0)) && isMet((10, 10), (14, 10)))
        #expect(!isMet((0, 100), (3, 100)) && !isMet((0, 100), (0, 97)))
    }
}
