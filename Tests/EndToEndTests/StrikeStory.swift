import Foundation
import GatewayWire
import HomeModel
import MosquittoTransport
import SimulatedHome
import TestSupport
import Testing

/// A meter reports wrong values. They are struck out on a running gateway: totals and roll-ups are as if they had never
/// come, the log says who did it, and all of it can be taken back.
@Suite(.timeLimit(.minutes(10))) struct StrikeStory {
    private static let scenario = Scenario(
        name: "Cellar", residents: 0,
        devices: [
            ScenarioDevice(
                id: "meter", kind: .plug, name: DisplayName("Meter" as StaticString), interval: .seconds(3600))
        ])

    /// Minutes after the first, and what the counter showed. Wrong are 45,000 and all that came from minute 80 on.
    private static let said: [(minute: Int, value: Double)] = [
        (0, 100), (10, 100.1), (20, 45_000), (30, 100.2), (70, 100.5), (80, 107.1), (81, 107.2), (82, 107.3),
    ]

    @Test func wrongReadingsAreStruckOutAndRestored() async throws {
        let start = (Timestamp(Date()) - .hours(4)).startOfHour
        let question = ["--since", start.rfc3339, "--until", (start + .hours(2)).rfc3339, "--json"]
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { _ in try await home.adopt(Self.scenario) }
            try await say(in: home, from: start)
            let history = History(home: home, question: question)
            try await eventually("all of it is stored") { try await history.readings.count == Self.said.count }
            let (hours, total) = (try await history.hours, try await history.total)
            #expect(hours.map(\.count) == [4, 4] && hours.first?.maximum == 45_000)

            try await onlyWhoChangesSettingsStrikes(home, start)
            #expect(try await history.readings.count == Self.said.count)

            // One reading, and what follows a moment.
            let single = (start + .seconds(1200)).rfc3339
            let one = ["readings", "strike", "meter", "energy", "--from", single, "--value-above", "40000"]
            let preview = try await home.tomte.run(one + ["--dry-run"])
            #expect(preview.status == 0 && preview.output.contains("1 reading of"), "\(preview.output)")
            let told = try await home.tomte.run(one + ["--yes"])
            #expect(told.status == 0 && told.output.contains("tomte readings restore 1"), "\(told.output)")
            let span = try await home.tomte(
                "readings", "strike", "meter", "energy", "--from", (start + .seconds(4800)).rfc3339, "--to",
                (start + .hours(2)).rfc3339, "--yes", "--json")
            let strike = try span.json(StrikeBody.self)
            #expect(strike.readings.count == 3 && strike.readings.maximum == 107.3)
            try await isRight(history)
            await home.killGateway()
            try await home.startGateway()
            try await isRight(history)

            let struck = try await home.tomte("readings", "struck", "--json").json([StrikeBody].self)
            #expect(struck.map(\.readings.count) == [3, 1])
            #expect(try await home.tomte("readings", "struck").output.contains("meter"))
            for strike in struck {
                #expect(try await home.tomte("readings", "restore", strike.id).status == 0)
            }
            #expect(try await home.tomte("readings", "restore", "1", "--json").status != 0, "it is restored already")
            #expect(try await history.readings.map(\.value) == Self.said.map(\.value))
            let (hoursAgain, totalAgain) = (try await history.hours, try await history.total)
            #expect(hoursAgain == hours && totalAgain == total)
            try await theLogSaysIt(home)
            try await aSeriesKeepsItsHoursLonger(home)
        }
    }

    private func say(in home: HomeUnderTest, from start: Timestamp) async throws {
        try await ForeignClient("meter", in: home).withConnection { connection in
            for (minute, value) in Self.said {
                let time = UserProperty(name: "time", value: (start + .seconds(minute * 60)).rfc3339)
                try await connection.publish(
                    Publication(
                        topic: "meter/5/meter/main/energy", payload: Array("\(value)".utf8), userProperties: [time]))
            }
        }
    }

    private func onlyWhoChangesSettingsStrikes(_ home: HomeUnderTest, _ start: Timestamp) async throws {
        #expect(try await home.tomte("people", "add", "Mia", "--role", "member").status == 0)
        let words = ["readings", "strike", "meter", "energy", "--from", start.rfc3339]
        #expect(try await home.tomte.run(words + ["--yes", "--as", "mia"]).status == 3)
        #expect(try await home.tomte("readings", "struck", "--as", "mia").status == 3)
        #expect(try await home.tomte("readings", "restore", "1", "--as", "mia").status == 3)
        // There is no terminal to ask at.
        let unasked = try await home.tomte.run(words)
        #expect(unasked.status == 64 && unasked.errors.contains("--yes"), "\(unasked.errors)")
    }

    private func isRight(_ history: History) async throws {
        #expect(try await history.readings.map(\.value) == [100, 100.1, 100.2, 100.5])
        let hours = try await history.hours
        #expect(hours.map(\.count) == [3, 1] && hours.map(\.maximum) == [100.2, 100.5])
        let total = try await history.total
        #expect(abs(total - 0.5) < 1e-9, "\(total) kWh")
    }

    private func theLogSaysIt(_ home: HomeUnderTest) async throws {
        let strikes = try await home.audit(.dataStrike)
        #expect(strikes.filter { $0.success }.map { $0.metadata["readings"] } == ["1", "3"])
        #expect(strikes.allSatisfy { !$0.success || $0.target == "meter" })
        #expect(try await home.audit(.dataRestore).map { $0.metadata["readings"] } == ["3", "1"])
        #expect(try await home.tomte("audit", "verify").status == 0)
    }

    private func aSeriesKeepsItsHoursLonger(_ home: HomeUnderTest) async throws {
        let words = ["retention", "keep", "meter", "energy", "--days", "30", "--roll-up-days", "365"]
        #expect(try await home.tomte.run(words + ["--as", "mia"]).status == 3)
        // Nothing is deleted before somebody has confirmed it.
        let asked = try await home.tomte.run(words)
        #expect(asked.status == 64 && asked.errors.contains("are deleted") && asked.errors.contains("--yes"))
        #expect(try await home.tomte("retention", "show", "--json").json(RetentionBody.self).series.isEmpty)
        let kept = try await home.tomte.run(words + ["--yes"])
        #expect(kept.status == 0 && kept.output.contains("365 days"), "\(kept.output)")
        let shown = try await home.tomte("retention", "show", "--json").json(RetentionBody.self).series
        #expect(shown.map { [$0.days, $0.rollUpDays] } == [[30, 365]])
        // Roll-ups are kept no shorter than their readings.
        let short = try await home.tomte("retention", "keep", "meter", "energy", "--days", "30", "--roll-up-days", "7")
        #expect(short.status == 4, "\(short.errors)")
    }
}

/// What the gateway says of the two hours.
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
