import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Event streams while connections break, permissions end and the gateway restarts.
@Suite struct LiveEventsStory {
    @Test(.timeLimit(.minutes(15))) func resumedStreamHasEveryEventOnce() async throws {
        try await withLamp { home in
            let first = try EventStream(of: home)
            try await eventually("the stream is open") { first.last != nil }
            #expect(try await home.tomte("send", "lamp", "switch", "on").status == 0)
            // The outcome is an event of its own: a cut between the two would leave it to the second stream.
            try await eventually("the lamp is on") { first.states.contains(true) && first.outcomes == [.confirmed] }
            first.cut()
            try await eventually("the connection is gone") { first.hasEnded }
            let seen = first.events.count
            #expect(try await home.tomte("send", "lamp", "switch", "off").status == 0)
            let second = try EventStream(of: home, after: first.last)
            try await eventually("the lamp is off") { second.states.contains(false) && second.outcomes == [.confirmed] }
            #expect(!second.hasGap)
            // The second stream does not repeat the events of the first one.
            #expect(seen > 0 && !second.states.contains(true))
            #expect(first.outcomes + second.outcomes == [.confirmed, .confirmed])
        }
    }

    @Test(.timeLimit(.minutes(15))) func streamHasAGapAfterARestartOfTheGateway() async throws {
        try await withLamp { home in
            let first = try EventStream(of: home)
            try await eventually("the stream is open") { first.last != nil }
            await home.killGateway()
            try await eventually("the stream ends") { first.hasEnded }
            try await home.startGateway()
            let second = try EventStream(of: home, after: first.last)
            try await eventually("the gap is reported") { second.events.first?.isGap == true }
            try await eventually("the stream has a new id to resume from") { second.last != first.last }
            let third = try EventStream(of: home, after: second.last)
            try await eventually("the stream is open") { third.last != nil }
            #expect(!third.hasGap)
        }
    }

    @Test(.timeLimit(.minutes(15))) func watchContinuesAfterARestartAndShowsTheGap() async throws {
        try await withLamp { home in
            try await withWatch(of: home) { watch in
                await home.killGateway()
                try await home.startGateway()
                try await eventually("the gap is shown") { watch.events.contains(where: \.isGap) }
                try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                #expect(try await home.tomte("send", "lamp", "switch", "on").status == 0)
                try await eventually("the new command is shown") { watch.events.contains(where: \.isCommand) }
            }
        }
    }

    @Test(.timeLimit(.minutes(15))) func streamOfAGuestEndsWithTheGrant() async throws {
        let clock = ManualHomeClock()
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            #expect(try await home.tomte("people", "add", "Gus", "--role", "guest").status == 0)
            let granted = try await home.tomte(
                "people", "grant", "gus", "viewEnvironment", "--until", (clock.now + .hours(1)).rfc3339)
            try #require(granted.status == 0, "\(granted.errors)")
            let (guest, console) = (try EventStream(of: home, as: "gus"), try EventStream(of: home))
            try await eventually("both streams are open") { guest.last != nil && console.last != nil }
            clock.set(to: clock.now + .hours(1))
            try await eventually("the guest's stream ends") { guest.hasEnded }
            #expect(!console.hasEnded)
        }
    }

    @Test(.timeLimit(.minutes(15))) func newRoleEndsTheStreamAndWatchReconnects() async throws {
        try await withLamp { home in
            #expect(try await home.tomte("people", "add", "Gus", "--role", "guest").status == 0)
            let stream = try EventStream(of: home, as: "gus")
            try await eventually("the stream is open") { stream.last != nil }
            try await withWatch(of: home, as: "gus") { watch in
                #expect(try await home.tomte("people", "role", "gus", "member").status == 0)
                try await eventually("the guest's stream ends") { stream.hasEnded }
                try await eventually("the member sees the lamp") {
                    _ = try await home.tomte("send", "lamp", "switch", "on")
                    return watch.events.contains(where: \.isCommand)
                }
            }
            #expect(stream.outcomes.isEmpty)
        }
    }

    private func withLamp(_ body: (HomeUnderTest) async throws -> Void) async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                try await body(home)
            }
        }
    }
}

extension EventStream {
    fileprivate var hasGap: Bool { events.contains(where: \.isGap) }

    fileprivate var states: [Bool] {
        events.compactMap { event in
            guard case .state(_, _, .boolean(let value)) = event else { return nil }
            return value
        }
    }

    fileprivate var outcomes: [CommandOutcome] {
        events.compactMap { event in
            guard case .command(let record) = event else { return nil }
            return record.outcome
        }
    }
}

extension EventBody {
    fileprivate var isGap: Bool { if case .gap = self { true } else { false } }
}
