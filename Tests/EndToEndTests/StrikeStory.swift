import Foundation
import GatewayWire
import HomeModel
import MosquittoTransport
import SimulatedHome
import TestSupport
import Testing

/// A meter reports wrong values, which are struck while the gateway runs. Totals and roll-ups then omit them, the audit
/// log records the strikes, and the readings can be restored.
@Suite(.timeLimit(.minutes(10))) struct StrikeStory {
    private static let scenario = Scenario(
        name: "Cellar", residents: 0,
        devices: [
            ScenarioDevice(
                id: "meter", kind: .plug, name: DisplayName("Meter" as StaticString), interval: .seconds(3600))
        ])

    /// The minute after the first reading, and the value of the counter. The 45,000 and all values from minute 80 on
    /// are wrong.
    private static let reported: [(minute: Int, value: Double)] = [
        (0, 100), (10, 100.1), (20, 45_000), (30, 100.2), (70, 100.5), (80, 107.1), (81, 107.2), (82, 107.3),
    ]

    @Test func wrongReadingsAreStruckAndRestored() async throws {
        let start = (Timestamp(Date()) - .hours(4)).startOfHour
        let question = ["--since", start.rfc3339, "--until", (start + .hours(2)).rfc3339, "--json"]
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { _ in try await home.adopt(Self.scenario) }
            try await publishReadings(in: home, from: start)
            let history = History(home: home, question: question)
            try await eventually("all readings are stored") { try await history.readings.count == Self.reported.count }
            let (hours, total) = (try await history.hours, try await history.total)
            #expect(hours.map(\.count) == [4, 4] && hours.first?.maximum == 45_000)

            try await strikesNeedThePermissionForSettings(home, start: start)
            #expect(try await history.readings.count == Self.reported.count)

            // Strikes one reading by its value, and then all readings of a period.
            let single = (start + .seconds(1200)).rfc3339
            let words = ["readings", "strike", "meter", "energy", "--from", single, "--value-above", "40000"]
            let preview = try await home.tomte.run(words + ["--dry-run"])
            #expect(preview.status == 0 && preview.output.contains("1 reading of"), "\(preview.output)")
            let struckOne = try await home.tomte.run(words + ["--yes"])
            #expect(
                struckOne.status == 0 && struckOne.output.contains("tomte readings restore 1"), "\(struckOne.output)")
            let struckPeriod = try await home.tomte(
                "readings", "strike", "meter", "energy", "--from", (start + .seconds(4800)).rfc3339, "--to",
                (start + .hours(2)).rfc3339, "--yes", "--json")
            let strike = try struckPeriod.json(StrikeBody.self)
            #expect(strike.readings.count == 3 && strike.readings.maximum == 107.3)
            try await expectCorrected(history)
            await home.killGateway()
            try await home.startGateway()
            try await expectCorrected(history)

            let struck = try await home.tomte("readings", "struck", "--json").json([StrikeBody].self)
            #expect(struck.map(\.readings.count) == [3, 1])
            #expect(try await home.tomte("readings", "struck").output.contains("meter"))
            for strike in struck {
                #expect(try await home.tomte("readings", "restore", strike.id).status == 0)
            }
            #expect(
                try await home.tomte("readings", "restore", "1", "--json").status != 0, "the strike is already undone")
            #expect(try await history.readings.map(\.value) == Self.reported.map(\.value))
            let (hoursAgain, totalAgain) = (try await history.hours, try await history.total)
            #expect(hoursAgain == hours && totalAgain == total)
            try await auditLogContainsTheStrikes(home)
            try await rollUpsCanBeKeptLongerThanReadings(home)
        }
    }

    private func publishReadings(in home: HomeUnderTest, from start: Timestamp) async throws {
        try await MosquittoToolClient("meter", in: home).withConnection { connection in
            for (minute, value) in Self.reported {
                let time = UserProperty(name: "time", value: (start + .seconds(minute * 60)).rfc3339)
                try await connection.publish(
                    Publication(
                        topic: "meter/5/meter/main/energy", payload: Array("\(value)".utf8), userProperties: [time]))
            }
        }
    }

    private func strikesNeedThePermissionForSettings(_ home: HomeUnderTest, start: Timestamp) async throws {
        #expect(try await home.tomte("people", "add", "Mia", "--role", "member").status == 0)
        let words = ["readings", "strike", "meter", "energy", "--from", start.rfc3339]
        #expect(try await home.tomte.run(words + ["--yes", "--as", "mia"]).status == 3)
        #expect(try await home.tomte("readings", "struck", "--as", "mia").status == 3)
        #expect(try await home.tomte("readings", "restore", "1", "--as", "mia").status == 3)
        // Without a terminal the command cannot ask for a confirmation.
        let unconfirmed = try await home.tomte.run(words)
        #expect(unconfirmed.status == 64 && unconfirmed.errors.contains("--yes"), "\(unconfirmed.errors)")
    }

    private func expectCorrected(_ history: History) async throws {
        #expect(try await history.readings.map(\.value) == [100, 100.1, 100.2, 100.5])
        let hours = try await history.hours
        #expect(hours.map(\.count) == [3, 1] && hours.map(\.maximum) == [100.2, 100.5])
        let total = try await history.total
        #expect(abs(total - 0.5) < 1e-9, "\(total) kWh")
    }

    private func auditLogContainsTheStrikes(_ home: HomeUnderTest) async throws {
        let strikes = try await home.audit(.dataStrike)
        #expect(strikes.filter { $0.success }.map { $0.metadata["readings"] } == ["1", "3"])
        #expect(strikes.allSatisfy { !$0.success || $0.target == "meter" })
        #expect(try await home.audit(.dataRestore).map { $0.metadata["readings"] } == ["3", "1"])
        #expect(try await home.tomte("audit", "verify").status == 0)
    }

    private func rollUpsCanBeKeptLongerThanReadings(_ home: HomeUnderTest) async throws {
        let words = ["retention", "keep", "meter", "energy", "--days", "30", "--roll-up-days", "365"]
        #expect(try await home.tomte.run(words + ["--as", "mia"]).status == 3)
        // The command deletes nothing before a person has confirmed it.
        let asked = try await home.tomte.run(words)
        #expect(asked.status == 64 && asked.errors.contains("are deleted") && asked.errors.contains("--yes"))
        #expect(try await home.tomte("retention", "show", "--json").json(RetentionBody.self).series.isEmpty)
        let kept = try await home.tomte.run(words + ["--yes"])
        #expect(kept.status == 0 && kept.output.contains("365 days"), "\(kept.output)")
        let shown = try await home.tomte("retention", "show", "--json").json(RetentionBody.self).series
        #expect(shown.map { [$0.days, $0.rollUpDays] } == [[30, 365]])
        // The term of roll-ups must not be shorter than that of their readings.
        let short = try await home.tomte("retention", "keep", "meter", "energy", "--days", "30", "--roll-up-days", "7")
        #expect(short.status == 4, "\(short.errors)")
    }
}

/// The answers of the gateway about the two hours of the test.
private struct History {
    let home: HomeUnderTest
    let question: [String]

    var readings: [Reading] {
        get async throws {
            try await home.tomte.run(["readings", "meter", "energy"] + question).json(ReadingsBody.self).readings
        }
    }

    var hours: [RollUp] {
        get async throws {
            try await home.tomte.run(["readings", "meter", "energy", "--resolution", "hour"] + question)
                .json(ReadingsBody.self).rollUps
        }
    }

    /// Kilowatt-hours.
    var total: Double {
        get async throws {
            try await home.tomte.run(["energy", "--by", "device"] + question).json(EnergyBody.self).totals
                .first { $0.flow == .consumption }?.kilowattHours ?? 0
        }
    }
}
