import HomeModel
import TestSupport
import Testing

@testable import GatewayCore

/// Commands that need more than one report, and commands to devices that move slowly.
@Suite(.timeLimit(.minutes(10))) struct CommandConfirmationTests {
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

    /// A reported brightness does not confirm the command while the lamp is off.
    @Test func brightnessIsConfirmedOnceTheLampIsOn() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.lamp)
            await home.link.behave(.silent)
            await home.pending.reported(.boolean(false), for: Self.series(.switch))
            async let record = home.send(.number(40), to: Self.device, kind: .brightness, as: console)
            try await home.sent(1)
            await home.pending.reported(.number(40), for: Self.series(.brightness))
            #expect(await home.tracker.records(of: Self.device).first?.outcome == nil)
            await home.pending.reported(.boolean(true), for: Self.series(.switch))
            #expect(try await record.outcome == .confirmed)
            #expect(try await record.reported == .number(40))
        }
    }

    @Test func brightnessOfALampThatIsOnNeedsNoOtherReport() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.lamp)
            await home.pending.reported(.boolean(true), for: Self.series(.switch))
            #expect(
                try await home.send(.number(40), to: Self.device, kind: .brightness, as: console).outcome == .confirmed)
        }
    }

    /// A lamp that is off keeps its brightness for later, so that no report of 0 ever comes.
    @Test func brightnessOfZeroIsConfirmedWhenTheLampIsOff() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.lamp)
            await home.link.behave(.silent)
            async let record = home.send(.number(0), to: Self.device, kind: .brightness, as: console)
            try await home.sent(1)
            await home.pending.reported(.boolean(false), for: Self.series(.switch))
            #expect(try await record.outcome == .confirmed)
        }
    }

    /// A lamp that was sent the brightness 0 before the restart may still turn off after a later command to turn on.
    @Test func brightnessOfZeroFromThePreviousRunIsStillPending() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.lamp)
            await home.link.behave(.silent)
            let record = try await home.send(
                .number(0), to: Self.device, kind: .brightness, as: console, deadline: .milliseconds(200))
            #expect(record.outcome == .timedOut)
            let entries = try await home.nextPending().entries
            #expect(entries.values.flatMap { $0.map(\.series) } == [Self.series(.switch)])
            #expect(entries.values.flatMap { $0.map(\.value) } == [.boolean(false)])
            // For a removed device only the series of the command itself is known.
            try await home.devices.remove(Self.device, as: console)
            let orphans = try await home.nextPending().entries
            #expect(orphans.values.flatMap { $0.map(\.series) } == [Self.series(.brightness)])
        }
    }

    /// The cover reports a movement for longer than the deadline, which would end the command of a lamp.
    @Test func outcomeIsOpenWhileTheCoverMoves() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.cover, purpose: .blind)
            try await home.add(Self.other, capabilities: Self.lamp)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let record = home.send(
                .number(100), to: Self.device, kind: .position, as: console, deadline: .seconds(1))
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            let silent = try await home.send(
                .boolean(true), to: Self.other, as: console, deadline: .seconds(2))
            #expect(silent.outcome == .timedOut)
            await home.pending.reported(.number(50), for: Self.series(.position))
            let open = await home.tracker.records(of: Self.device).first
            #expect(open?.outcome == nil && open?.stage == .acknowledged)
            await home.pending.reported(.number(100), for: Self.series(.position))
            #expect(try await record.outcome == .confirmed)
        }
    }

    /// Open, stop, and open again before the device has reported that it stopped.
    @Test func stopDoesNotEndALaterCommand() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.cover, purpose: .blind)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let first = home.send(.number(100), to: Self.device, kind: .position, as: console)
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            async let stopped = home.send(.text("stopped"), to: Self.device, kind: .movement, as: console)
            try await home.sent(2)
            async let second = home.send(.number(100), to: Self.device, kind: .position, as: console)
            try await home.sent(3)
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            #expect(try await stopped.outcome == .confirmed)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            await home.pending.reported(.number(100), for: Self.series(.position))
            #expect(try await second.outcome == .confirmed)
            // Both commands have the same value, and the reports do not show which of them the device executed.
            #expect(try await [.confirmed, .superseded].contains(first.outcome))
        }
    }

    /// A stop ends the movement at the current position. Some covers report that they stopped before they report the
    /// position: the stop may then have come just as the cover arrived.
    @Test(arguments: [(nil, CommandOutcome.failed), (100.0, .confirmed), (60, .failed)])
    func positionAfterAStopDecidesTheOutcome(position: Double?, outcome: CommandOutcome) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.cover, purpose: .blind)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let moved = home.send(.number(100), to: Self.device, kind: .position, as: console)
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            await home.pending.reported(.number(43), for: Self.series(.position))
            async let stopped = home.send(.text("stopped"), to: Self.device, kind: .movement, as: console)
            try await home.sent(2)
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            #expect(try await stopped.outcome == .confirmed)
            if let position { await home.pending.reported(.number(position), for: Self.series(.position)) }
            #expect(try await moved.outcome == outcome)
            let sentence = "The cover was stopped at \(CapabilityValue.number(position ?? 43)) %."
            #expect(try await moved.detail == (outcome == .failed ? sentence : nil))
        }
    }

    /// An obstacle stops the cover, which reports its position.
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
    func outcomeOfABlockedCoverNamesItsPosition(
        reports: [CapabilityValue], outcome: CommandOutcome, detail: String?
    ) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.cover, purpose: .blind)
            await home.link.behave(.silent)
            await home.pending.reported(.number(30), for: Self.series(.position))
            async let record = home.send(
                .number(100), to: Self.device, kind: .position, as: console, deadline: CommandRequest.defaultDeadline)
            try await home.sent(1)
            for value in reports {
                let kind: CapabilityKind = if case .number = value { .position } else { .movement }
                await home.pending.reported(value, for: Self.series(kind))
            }
            let result = try await record
            #expect(result.outcome == outcome && result.detail == detail, "\(result)")
        }
    }

    /// The deadline of the lamp's command is longer than the time that a stopped cover has to report its position, and
    /// shorter than the longest travel time.
    @Test func coverThatStopsAfterItsDeadlineTimesOutSoon() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.device, capabilities: Self.cover, purpose: .blind)
            try await home.add(Self.other, capabilities: Self.lamp)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            async let moved = home.send(
                .number(100), to: Self.device, kind: .position, as: console, deadline: .seconds(1))
            try await home.sent(1)
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            // This takes until the deadline of the first command is over.
            _ = try await home.send(.boolean(true), to: Self.other, as: console, deadline: .seconds(2))
            async let slower = home.send(.boolean(true), to: Self.other, as: console, deadline: .seconds(60))
            try await home.sent(3)
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            #expect(try await moved.outcome == .timedOut)
            let isWaiting = await home.tracker.records(of: Self.other).contains { $0.outcome == nil }
            #expect(isWaiting)
            let lamp = SeriesID(device: Self.other, part: .main, capability: CapabilityName(.switch))
            await home.pending.reported(.boolean(true), for: lamp)
            _ = try await slower
        }
    }

    /// A controller has more covers than series that may be unanswered. Covers that move have answered.
    @Test func movingCoversDoNotBlockOtherCovers() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let names = (0..<CommandQueue.mostSeries + 2).map {
                CapabilityName(.position, label: PartID("cover-\($0)"))
            }
            try await home.add(
                Self.device, capabilities: names.map { Capability($0, minimum: 0, maximum: 100, isCommanded: true) },
                purpose: .blind)
            await home.link.behave(.silent)
            let covers = names.map { SeriesID(device: Self.device, part: .main, capability: $0) }
            for cover in covers {
                await home.pending.reported(.number(100), for: cover)
                let request = CommandRequest(
                    id: .random(), device: Self.device, capability: cover.capability, value: .number(0),
                    receivedAt: home.clock.now(), deadline: .seconds(120))
                _ = try await home.commands.submit(request, by: console)
            }
            try await eventually("the commands are sent to the covers") {
                await home.link.sent.count == CommandQueue.mostSeries
            }
            for cover in covers { await home.pending.reported(.number(90), for: cover) }
            try await eventually("the commands are sent to the covers") { await home.link.sent.count == covers.count }
        }
    }

    /// Opening the door also needs a step-up, which the child does not have.
    @Test func childMayStopAGarageDoorThatItMayNotOpen() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let door = [
                Capability(CapabilityName(.garageDoor), isCommanded: true),
                Capability(CapabilityName(.movement), isCommanded: true),
            ]
            try await home.add(Self.device, capabilities: door, purpose: nil)
            let child = try CoreHome.identity(
                try await home.peopleService.add(name: "Bo", role: .child, as: console).id)
            for kind in [CapabilityKind.movement, .garageDoor] {
                let record = try await home.send(.text("stopped"), to: Self.device, kind: kind, as: child)
                #expect(record.outcome == .confirmed, "\(kind)")
            }
            #expect(
                try await home.send(.text("open"), to: Self.device, kind: .garageDoor, as: child).outcome == .refused)
            #expect(
                try await home.send(.text("opening"), to: Self.device, kind: .movement, as: child).outcome == .invalid)
        }
    }

    @Test func coloursAreComparedByAppearance() {
        func isMet(_ left: (Double, Double), _ right: (Double, Double)) -> Bool {
            CapabilityValue.color(hue: left.0, saturation: left.1).isMet(
                by: .color(hue: right.0, saturation: right.1))
        }
        #expect(isMet((0, 100), (359.7, 100)) && isMet((120, 0), (0, 0)) && isMet((10, 10), (14, 10)))
        #expect(!isMet((0, 100), (3, 100)) && !isMet((0, 100), (0, 97)))
    }
}
