import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A blind moves for longer than the deadline of its command, and is stopped while it moves.
@Suite struct BlindTravelStory {
    private static let scenario: Scenario = {
        var traits = DeviceTraits()
        traits.positionPercent = 0
        traits.travel = .seconds(15)
        traits.purposes = [.blind]
        let blind = ScenarioDevice(
            id: "blind", kind: .cover, name: DisplayName("Blind" as StaticString), traits: traits)
        return Scenario(name: "Blind", residents: 0, devices: [blind])
    }()

    @Test(.timeLimit(.minutes(15))) func commandIsConfirmedAfterTheTravelAndFailedByAStop() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { devices in
                try await home.adopt(Self.scenario)
                try await eventually("the blind is ready") { try await home.device("blind").availability == .ready }
                try await commandIsConfirmedAfterTheTravel(home, devices: devices)
                try await stopFailsTheCommand(home, devices: devices)
            }
        }
    }

    /// The travel takes 15 s, and the deadline is 2 s.
    private func commandIsConfirmedAfterTheTravel(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        async let opened = home.tomte("send", "blind", "position", "100", "--deadline", "2", "--json")
        try await eventually("the blind opens") {
            try await home.state("blind", capability: .movement)?.value == .text("opening")
        }
        let finished = try await opened
        let record = try finished.json(CommandRecordBody.self)
        #expect(finished.status == 0 && record.outcome == .confirmed && record.reported == .number(100))
        #expect(record.deadlineSeconds == 2)
        #expect(await devices.shown(.position) == .number(100))
    }

    private func stopFailsTheCommand(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        async let closed = home.tomte("send", "blind", "position", "0", "--deadline", "2", "--json")
        try await eventually("the blind is closing") {
            guard case .number(let position)? = try await home.state("blind", capability: .position)?.value else {
                return false
            }
            return try await home.state("blind", capability: .movement)?.value == .text("closing") && position < 100
        }
        let stopped = try await home.tomte("send", "blind", "stop", "--json")
        let stop = try stopped.json(CommandRecordBody.self)
        #expect(stopped.status == 0 && stop.outcome == .confirmed && stop.value == .text("stopped"))
        let finished = try await closed
        let record = try finished.json(CommandRecordBody.self)
        #expect(finished.status == 6 && record.outcome == .failed)
        #expect(record.detail?.hasPrefix("The cover was stopped") == true)
        guard case .number(let position)? = await devices.shown(.position) else {
            Issue.record("the blind shows no position")
            return
        }
        #expect(position > 0 && position < 100)
        try await eventually("the gateway has the final position") {
            try await home.state("blind", capability: .position)?.value == .number(position)
        }
        #expect(await devices.shown(.position) == .number(position), "the blind stays where it was stopped")
        #expect(try await home.state("blind", capability: .movement)?.value == .text("stopped"))
    }
}

extension SimulatedHome {
    fileprivate func shown(_ kind: CapabilityKind) -> CapabilityValue? {
        observations(of: "blind")?.first { $0.address == ValueAddress(kind) }?.value
    }
}
