import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// The lock of a front door does not answer, refuses, disconnects, and works again.
@Suite struct SilentLockStory {
    private static let lock = "front-door"
    private static let scenario = Scenario(
        name: "Lock", residents: 0,
        devices: [ScenarioDevice(id: lock, kind: .lock, name: DisplayName("Front door" as StaticString))])

    @Test(.timeLimit(.minutes(15))) func commandsToALockReportSilenceRefusalAndAbsence() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { devices in
                try await home.adopt(Self.scenario)
                try await waitForLock(home)
                try await silenceTimesOut(home, devices: devices)
                try await refusalFails(home, devices: devices)
                try await absenceIsUnreachable(home, devices: devices)
                try await boltConfirmsAndTargetDoesNot(home, devices: devices)
                try await onlyNewerWaitingCommandIsSent(home, devices: devices)
            }
        }
    }

    private func waitForLock(_ home: HomeUnderTest) async throws {
        try await eventually("the lock is ready") { try await home.device(Self.lock).availability == .ready }
    }

    private func silenceTimesOut(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await devices.inject(Fault(.stick), device: Self.lock)
        let answer = try await home.send(Self.lock, value: "unlocked", options: "--deadline", "2")
        #expect(answer.status == 5)
        #expect(answer.record?.outcome == .timedOut && answer.record?.reported == nil)
        await devices.clearFaults(device: Self.lock)
    }

    private func refusalFails(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await devices.inject(Fault(.reject), device: Self.lock)
        let answer = try await home.send(Self.lock, value: "unlocked")
        #expect(answer.status == 6)
        #expect(answer.record?.outcome == .failed)
        #expect(await devices.bolt(of: Self.lock) == .text("locked"))
        await devices.clearFaults(device: Self.lock)
    }

    private func absenceIsUnreachable(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await devices.inject(Fault(.vanish), device: Self.lock)
        try await eventually("the lock is lost") { try await home.device(Self.lock).availability == .lost }
        #expect(try await home.send(Self.lock, value: "unlocked").status == 5)
        await devices.clearFaults(device: Self.lock)
        try await waitForLock(home)
        #expect(await devices.bolt(of: Self.lock) == .text("locked"))
    }

    /// The lock acknowledges at once, and the bolt moves later. Only the bolt confirms the command.
    private func boltConfirmsAndTargetDoesNot(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await withWatch(of: home) { watch in
            let answer = try await home.send(Self.lock, value: "unlocked")
            #expect(answer.status == 0)
            #expect(answer.record?.outcome == .confirmed && answer.record?.reported == .text("unlocked"))
            #expect(await devices.bolt(of: Self.lock) == .text("unlocked"))
            try await eventually("the watcher receives the outcome") { watch.events.stages.contains("ended") }
            #expect(try await home.send(Self.lock, value: "locked").status == 0)
            try await eventually("the watcher receives both outcomes") {
                watch.events.stages.count { $0 == "ended" } == 2
            }
            let stages = ["dispatched", "acknowledged", "ended"]
            #expect(watch.events.stages == stages + stages)
            #expect(watch.events.states == [.text("unlocked"), .text("locked")])
        }
    }

    /// One command is dispatched to a silent lock, and two wait behind it. When a person turns the lock by hand, the
    /// first one is confirmed, and only the newer of the two others is sent.
    private func onlyNewerWaitingCommandIsSent(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await devices.inject(Fault(.stick), device: Self.lock)
        try await withWatch(of: home) { watch in
            async let first = home.send(Self.lock, value: "unlocked", options: "--deadline", "60")
            try await eventually("the first command is dispatched") { watch.events.stages == ["dispatched"] }
            async let second = home.send(Self.lock, value: "unlocked", options: "--deadline", "60")
            async let third = home.send(Self.lock, value: "unlocked", options: "--deadline", "60")
            try await eventually("two commands wait behind it") {
                try await home.commands(to: Self.lock).count { $0.outcome == nil } == 3
            }
            #expect(watch.events.stages == ["dispatched"])
            await devices.clearFaults(device: Self.lock)
            try await devices.press(Self.lock)
            #expect(try await first.status == 0)
            let (one, other) = try await (second, third)
            #expect(Set([one.record?.outcome, other.record?.outcome]) == [.superseded, .confirmed])
            #expect(Set([one.status, other.status]) == [7, 0])
        }
        #expect(await devices.bolt(of: Self.lock) == .text("unlocked"))
    }
}

extension HomeUnderTest {
    fileprivate nonisolated func send(
        _ device: String, value: String, options: String...
    ) async throws -> (status: Int32, record: CommandRecordBody?) {
        let finished = try await tomte.run(["send", device, "lock", value, "--json"] + options)
        return (finished.status, try? finished.json())
    }

    fileprivate nonisolated func commands(to device: String) async throws -> [CommandRecordBody] {
        try await tomte("commands", "list", device, "--json").json()
    }
}

extension SimulatedHome {
    /// Returns the real position of the bolt.
    fileprivate func bolt(of device: String) -> CapabilityValue? {
        observations(of: device)?.first { $0.address == ValueAddress(.lock) }?.value
    }
}

extension [EventBody] {
    fileprivate var stages: [String] {
        compactMap { if case .command(let record) = $0 { record.stage } else { nil } }
    }

    /// The states that the lock has reported.
    fileprivate var states: [CapabilityValue] {
        compactMap { event in
            guard case .state(let series, _, let value) = event, series.capability == CapabilityName(.lock) else {
                return nil
            }
            return value
        }
    }
}
