import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Readings of both kinds around the ends of their retention terms, on a gateway whose clock the test sets. The gateway
/// shows readings within their term, exact to the millisecond. It deletes only readings past their term.
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

    @Test func onlyDataPastItsTermIsDeleted() async throws {
        let clock = ManualHomeClock()
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            try await record(home, clock: clock)
            try await termsAreSetAfterAConfirmation(home)
            let recorded = try await RecordedTimes(home, clock: clock)
            try await environmentReadingsAreDeletedAtTheirTerm(home, clock: clock, recorded: recorded)
            try await energyReadingsAreDeletedAtTheirTerm(home, clock: clock, recorded: recorded)
            try await auditEntriesAreDeletedAtTheirTerm(home, clock: clock)
        }
    }

    /// Records two bursts of readings, two hours apart, and switches the lamp in each. The devices use the clock of the
    /// test.
    private func record(_ home: HomeUnderTest, clock: ManualHomeClock) async throws {
        for value in ["on", "off"] {
            let start = ContinuousClock.now
            let now = { @Sendable in clock.now + (ContinuousClock.now - start) }
            try await withDevices(of: Self.scenario, in: home, now: now) { _ in
                if value == "on" { try await home.adopt(Self.scenario) }
                try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                #expect(try await home.tomte("send", "lamp", "switch", value).status == 0)
                try await eventually("a burst of readings is stored") {
                    let burst = (clock.now - .seconds(1))...(clock.now + .seconds(240))
                    let temperatures = try await home.times(of: "cellar", quantity: .temperature, clock: clock).count {
                        burst.contains($0)
                    }
                    let powers = try await home.times(of: "heater", quantity: .power, clock: clock).count {
                        burst.contains($0)
                    }
                    return temperatures >= 5 && powers >= 5
                }
            }
            clock.set(to: clock.now + .hours(2))
        }
    }

    private func termsAreSetAfterAConfirmation(_ home: HomeUnderTest) async throws {
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

    private func environmentReadingsAreDeletedAtTheirTerm(
        _ home: HomeUnderTest, clock: ManualHomeClock, recorded: RecordedTimes
    ) async throws {
        let times = recorded.temperatures
        let firstKept = try #require(times.secondBurst)
        clock.set(to: times[firstKept] + .days(1))
        try await readingsPastTheirTermAreHidden(home, clock: clock, recorded: recorded, firstKept: firstKept)
        try await retentionDeletesNothingWhileTheClockIsUnknown(home, clock: clock, recorded: recorded)

        let edge = times[firstKept]
        let changes = recorded.changes.count { $0 < edge }
        let summary = try await home.runRetention("--trust-clock")
        #expect(summary.environmentReadings == firstKept && summary.energyReadings == 0)
        #expect(summary.stateChanges == changes && summary.auditEntries == 0)
        #expect(try await home.purgeEntries().last?["environmentReadings"] == "\(firstKept)")
        // At this time all readings are within their terms, so only the deleted ones are missing.
        clock.set(to: recorded.end)
        #expect(try await home.times(of: "cellar", quantity: .temperature, clock: clock) == Array(times[firstKept...]))
        #expect(try await home.times(of: "heater", quantity: .power, clock: clock) == recorded.powers)
    }

    /// The gateway shows a reading up to the last millisecond of its term. Then it hides the reading, also before it
    /// has deleted it.
    private func readingsPastTheirTermAreHidden(
        _ home: HomeUnderTest, clock: ManualHomeClock, recorded: RecordedTimes, firstKept: Int
    ) async throws {
        #expect(
            try await home.times(of: "cellar", quantity: .temperature, clock: clock)
                == Array(recorded.temperatures[firstKept...]))
        clock.set(to: clock.now + .milliseconds(1))
        #expect(
            try await home.times(of: "cellar", quantity: .temperature, clock: clock)
                == Array(recorded.temperatures[(firstKept + 1)...]))
        clock.set(to: clock.now - .milliseconds(1))
        #expect(try await home.times(of: "heater", quantity: .power, clock: clock) == recorded.powers)
    }

    private func retentionDeletesNothingWhileTheClockIsUnknown(
        _ home: HomeUnderTest, clock: ManualHomeClock, recorded: RecordedTimes
    ) async throws {
        let jumped = clock.now
        clock.set(isSynchronised: false)
        #expect(try await home.findings().contains("clock.unsynchronised"))
        let refused = try await home.tomte("retention", "run")
        #expect(refused.status == 6)
        #expect(refused.errors.contains("The clock is not synchronised, so nothing was deleted"))
        #expect(try await home.purgeEntries().isEmpty)
        clock.set(to: recorded.end)
        #expect(try await home.times(of: "cellar", quantity: .temperature, clock: clock) == recorded.temperatures)
        clock.set(to: jumped)
    }

    private func energyReadingsAreDeletedAtTheirTerm(
        _ home: HomeUnderTest, clock: ManualHomeClock, recorded: RecordedTimes
    ) async throws {
        clock.set(isSynchronised: true)
        let firstKept = try #require(recorded.powers.secondBurst)
        clock.set(to: recorded.powers[firstKept] + .days(2))
        #expect(
            try await home.times(of: "heater", quantity: .power, clock: clock) == Array(recorded.powers[firstKept...]))
        let edge = recorded.powers[firstKept]
        let summary = try await home.runRetention()
        #expect(summary.energyReadings == firstKept + recorded.energies.count { $0 < edge })
        let left = recorded.temperatures.count - (try #require(recorded.temperatures.secondBurst))
        #expect(summary.environmentReadings == left)
        #expect(try await home.runRetention().energyReadings == 0)
        clock.set(to: recorded.end)
        #expect(
            try await home.times(of: "heater", quantity: .power, clock: clock) == Array(recorded.powers[firstKept...]))
        #expect(try await home.times(of: "cellar", quantity: .temperature, clock: clock).isEmpty)
    }

    /// The gateway deletes the commands of the first day and keeps entries about security. The rest of the log still
    /// verifies.
    private func auditEntriesAreDeletedAtTheirTerm(_ home: HomeUnderTest, clock: ManualHomeClock) async throws {
        let before = try await home.chains()
        #expect(before.allSatisfy { $0.isProven && $0.firstSequence == 1 })
        clock.set(to: clock.now + .days(4))
        // The clock has advanced by days since the last run, but the uptime has not.
        let refused = try await home.tomte("retention", "run")
        #expect(refused.status == 6 && refused.errors.contains("tomte retention run --confirm"), "\(refused.errors)")
        let summary = try await home.runRetention("--confirm")
        let commands = try #require(before.first { $0.severity == .informational }).entries
        #expect(commands > 0 && summary.auditEntries == commands)
        for chain in try await home.chains() {
            #expect(chain.isProven)
            #expect(chain.firstSequence == (chain.severity == .informational ? UInt64(commands) + 1 : 1))
        }
        #expect(try await home.tomte("audit", "verify").status == 0)
        #expect(try await home.audit(.deviceControl).isEmpty)
        #expect(try await home.audit(.deviceAdopt).count == 3)
    }
}

/// The times of all readings and changes, queried while all of them were within their terms.
private struct RecordedTimes {
    let temperatures: [Timestamp]
    let powers: [Timestamp]
    let energies: [Timestamp]
    let changes: [Timestamp]
    let end: Timestamp

    init(_ home: HomeUnderTest, clock: ManualHomeClock) async throws {
        end = clock.now
        temperatures = try await home.times(of: "cellar", quantity: .temperature, clock: clock)
        powers = try await home.times(of: "heater", quantity: .power, clock: clock)
        energies = try await home.times(of: "heater", quantity: .energy, clock: clock)
        changes =
            try await home.times(of: "lamp", quantity: .switch, clock: clock)
            + home.times(of: "heater", quantity: .switch, clock: clock)
        try #require(temperatures.count >= 10 && powers.count >= 10 && changes.count >= 2)
    }
}

extension [Timestamp] {
    /// The index of the first time of the second burst.
    fileprivate var secondBurst: Int? {
        indices.dropFirst().first { self[$0] - self[$0 - 1] > .hours(1) }
    }
}

extension HomeUnderTest {
    /// Returns the times of all shown readings and changes of a series, oldest first.
    fileprivate nonisolated func times(
        of device: String, quantity: CapabilityKind, clock: ManualHomeClock
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

    fileprivate nonisolated func runRetention(_ options: String...) async throws -> RetentionRunSummary {
        try await tomte.run(["retention", "run", "--json"] + options).json()
    }

    /// Returns the metadata of the audit entries about retention runs, oldest first.
    fileprivate nonisolated func purgeEntries() async throws -> [[String: String]] {
        try await audit(.retentionPurge).map(\.metadata)
    }
}
