import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Readings of both kinds around the edges of their terms, on a gateway whose clock the test sets: shown is what is
/// within its term, to the millisecond; cut are the hours that are past it, and nothing else.
@Suite(.timeLimit(.minutes(15))) struct RetentionStory {
    private static let scenario: Scenario = {
        var scenario = Scenario.lamp
        scenario.devices += [
            ScenarioDevice(
                id: "cellar", kind: .thermometer, name: DisplayName("Cellar" as StaticString),
                interval: .milliseconds(20)),
            ScenarioDevice(
                id: "heater", kind: .plug, name: DisplayName("Heater" as StaticString), interval: .milliseconds(20),
                traits: .feedingLamp),
        ]
        return scenario
    }()

    @Test func onlyWhatIsPastItsTermIsCut() async throws {
        let clock = ManualHomeClock()
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            try await record(home, clock: clock)
            try await termsAreSet(home)
            let lived = try await Lived(home, clock: clock)
            try await environmentIsCutAtItsEdge(home, clock: clock, lived: lived)
            try await energyIsCutAtItsEdge(home, clock: clock, lived: lived)
            try await auditIsTrimmedAtItsOwnAge(home, clock: clock)
        }
    }

    /// Two bursts of readings two hours apart, and a lamp that was switched in each. Devices tell the time that it is
    /// in the test.
    private func record(_ home: HomeUnderTest, clock: ManualHomeClock) async throws {
        for value in ["on", "off"] {
            let start = ContinuousClock.now
            let now = { @Sendable in clock.now + (ContinuousClock.now - start) }
            try await withDevices(of: Self.scenario, in: home, now: now) { _ in
                if value == "on" { try await home.adopt(Self.scenario) }
                try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                #expect(try await home.tomte("send", "lamp", "switch", value).status == 0)
                try await eventually("a burst of readings") {
                    let burst = (clock.now - .seconds(1))...(clock.now + .seconds(240))
                    let temperatures = try await home.kept("cellar", quantity: .temperature, clock: clock).count {
                        burst.contains($0)
                    }
                    let powers = try await home.kept("heater", quantity: .power, clock: clock).count {
                        burst.contains($0)
                    }
                    return temperatures >= 5 && powers >= 5
                }
            }
            clock.set(to: clock.now + .hours(2))
        }
    }

    private func termsAreSet(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "add", "Mia", "--role", "member").status == 0)
        #expect(try await home.tomte("retention", "set", "--environment-days", "1", "--as", "mia").status == 3)
        let tooShort = try await home.tomte("retention", "set", "--environment-days", "0")
        #expect(tooShort.status == 4)
        #expect(tooShort.errors.contains("1 to 3650 days"))
        #expect(try await home.terms() == RetentionTerms())

        let words = [
            "retention", "set", "--environment-days", "1", "--energy-days", "2", "--audit-informational-days", "3",
            "--json",
        ]
        let asked = try await home.tomte.run(words)
        #expect(asked.status == 64 && asked.errors.contains("2 days instead of 730 days"), "\(asked.errors)")
        #expect(asked.errors.contains("Hourly roll-ups of energy") && asked.errors.contains("--yes"))
        #expect(try await home.terms() == RetentionTerms())
        let set = try await home.tomte.run(words + ["--yes"])
        #expect(set.status == 0)
        let expected = RetentionTerms(energyDays: 2, environmentDays: 1, auditInformationalDays: 3)
        #expect(try set.json(RetentionTerms.self) == expected)
        #expect(try await home.terms() == expected)
    }

    private func environmentIsCutAtItsEdge(
        _ home: HomeUnderTest, clock: ManualHomeClock, lived: Lived
    ) async throws {
        let times = lived.temperatures
        let cut = try #require(times.secondBurst)
        clock.set(to: times[cut] + .days(1))
        try await hiddenBeforeAnyRun(home, clock: clock, lived: lived, cut: cut)
        try await aDoubtfulClockDeletesNothing(home, clock: clock, lived: lived)

        let edge = times[cut]
        let changes = lived.changes.count { $0 < edge }
        let receipt = try await home.retention("--trust-clock")
        #expect(receipt.environmentReadings == cut && receipt.energyReadings == 0)
        #expect(receipt.stateChanges == changes && receipt.auditEntries == 0)
        #expect(try await home.receipts().last?["environmentReadings"] == "\(cut)")
        // Back when nothing was past its term, what was deleted is missing.
        clock.set(to: lived.end)
        #expect(try await home.kept("cellar", quantity: .temperature, clock: clock) == Array(times[cut...]))
        #expect(try await home.kept("heater", quantity: .power, clock: clock) == lived.powers)
    }

    /// A millisecond after its term a reading is not shown any more, whether or not retention ran.
    private func hiddenBeforeAnyRun(
        _ home: HomeUnderTest, clock: ManualHomeClock, lived: Lived, cut: Int
    ) async throws {
        #expect(
            try await home.kept("cellar", quantity: .temperature, clock: clock) == Array(lived.temperatures[cut...]))
        clock.set(to: clock.now + .milliseconds(1))
        #expect(
            try await home.kept("cellar", quantity: .temperature, clock: clock)
                == Array(lived.temperatures[(cut + 1)...]))
        clock.set(to: clock.now - .milliseconds(1))
        #expect(try await home.kept("heater", quantity: .power, clock: clock) == lived.powers)
    }

    private func aDoubtfulClockDeletesNothing(
        _ home: HomeUnderTest, clock: ManualHomeClock, lived: Lived
    ) async throws {
        let jumped = clock.now
        clock.set(isSynchronised: false)
        #expect(try await home.findings().contains("clock.unsynchronised"))
        let refused = try await home.tomte("retention", "run")
        #expect(refused.status == 6)
        #expect(refused.errors.contains("The clock is not synchronised, so nothing was deleted"))
        #expect(try await home.receipts().isEmpty)
        clock.set(to: lived.end)
        #expect(try await home.kept("cellar", quantity: .temperature, clock: clock) == lived.temperatures)
        clock.set(to: jumped)
    }

    private func energyIsCutAtItsEdge(_ home: HomeUnderTest, clock: ManualHomeClock, lived: Lived) async throws {
        clock.set(isSynchronised: true)
        let cut = try #require(lived.powers.secondBurst)
        clock.set(to: lived.powers[cut] + .days(2))
        #expect(try await home.kept("heater", quantity: .power, clock: clock) == Array(lived.powers[cut...]))
        let edge = lived.powers[cut]
        let receipt = try await home.retention()
        #expect(receipt.energyReadings == cut + lived.energies.count { $0 < edge })
        let left = lived.temperatures.count - (try #require(lived.temperatures.secondBurst))
        #expect(receipt.environmentReadings == left)
        #expect(try await home.retention().energyReadings == 0)
        clock.set(to: lived.end)
        #expect(try await home.kept("heater", quantity: .power, clock: clock) == Array(lived.powers[cut...]))
        #expect(try await home.kept("cellar", quantity: .temperature, clock: clock).isEmpty)
    }

    /// The commands of the first day go; what concerns security stays, and what is left is still proven.
    private func auditIsTrimmedAtItsOwnAge(_ home: HomeUnderTest, clock: ManualHomeClock) async throws {
        let before = try await home.chains()
        #expect(before.allSatisfy { $0.isProven && $0.firstSequence == 1 })
        clock.set(to: clock.now + .days(4))
        // The date has come days further than the machine has run.
        let refused = try await home.tomte("retention", "run")
        #expect(refused.status == 6 && refused.errors.contains("tomte retention run --confirm"), "\(refused.errors)")
        let receipt = try await home.retention("--confirm")
        let commands = try #require(before.first { $0.severity == .informational }).entries
        #expect(commands > 0 && receipt.auditEntries == commands)
        for chain in try await home.chains() {
            #expect(chain.isProven)
            #expect(chain.firstSequence == (chain.severity == .informational ? UInt64(commands) + 1 : 1))
        }
        #expect(try await home.tomte("audit", "verify").status == 0)
        #expect(try await home.audit(.deviceControl).isEmpty)
        #expect(try await home.audit(.deviceAdopt).count == 3)
    }
}

/// When everything was recorded, while all of it was within its term.
private struct Lived {
    let temperatures: [Timestamp]
    let powers: [Timestamp]
    let energies: [Timestamp]
    let changes: [Timestamp]
    let end: Timestamp

    init(_ home: HomeUnderTest, clock: ManualHomeClock) async throws {
        end = clock.now
        temperatures = try await home.kept("cellar", quantity: .temperature, clock: clock)
        powers = try await home.kept("heater", quantity: .power, clock: clock)
        energies = try await home.kept("heater", quantity: .energy, clock: clock)
        changes =
            try await home.kept("lamp", quantity: .switch, clock: clock)
            + home.kept("heater", quantity: .switch, clock: clock)
        try #require(temperatures.count >= 10 && powers.count >= 10 && changes.count >= 2)
    }
}

extension [Timestamp] {
    /// Where it starts.
    fileprivate var secondBurst: Int? {
        indices.dropFirst().first { self[$0] - self[$0 - 1] > .hours(1) }
    }
}

extension HomeUnderTest {
    /// The times of all that is shown of a series, oldest first.
    fileprivate nonisolated func kept(
        _ device: String, quantity: CapabilityKind, clock: ManualHomeClock
    ) async throws -> [Timestamp] {
        let finished = try await tomte(
            "readings", device, quantity.rawValue, "--since", (clock.now - .days(30)).rfc3339,
            "--until", (clock.now + .days(30)).rfc3339, "--json")
        let body = try finished.json(ReadingsBody.self)
        return body.readings.map(\.time) + body.changes.map(\.time)
    }

    fileprivate nonisolated func terms() async throws -> RetentionTerms {
        try await tomte("retention", "show", "--json").json(RetentionBody.self).terms
    }

    fileprivate nonisolated func retention(_ options: String...) async throws -> RetentionRunSummary {
        try await tomte.run(["retention", "run", "--json"] + options).json()
    }

    /// What the audit log says of the runs, oldest first.
    fileprivate nonisolated func receipts() async throws -> [[String: String]] {
        try await audit(.retentionPurge).map(\.metadata)
    }
}
