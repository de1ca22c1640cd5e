import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Olga has a spreadsheet with her appliances. She imports it, writes down a repair, takes the inventory out again, and
/// throws the dishwasher away; its history stays, also after a restart, until she deletes it.
@Suite struct ApplianceStory {
    private static let sheet = """
        Name;Room;Maker;serialNumber;Price;Currency;warrantyEnds
        Dishwasher;Kitchen;=Bosch;zqux-4711;7990,50;SEK;2199-05-03
        Smoke alarms;;;;;;
        """

    @Test(.timeLimit(.minutes(10))) func historyOutlivesItsAppliance() async throws {
        try await withHome { home in
            try await run("people", "add", "Olga", "--role", "owner", in: home)
            try await run("rooms", "add", "Kitchen", in: home)
            try await importSheet(home)
            try await run(
                "maintenance", "history", "add", "New pump", "--appliance", "dishwasher", "--day", "2026-01-10",
                "--cost", "1249", "--currency", "SEK", "--by", "olga", "--as", "olga", in: home)
            let shown = try await run("appliances", "show", "Dishwasher", in: home)
            for words in ["zqux-4711", "7990.50 SEK", "ends in", "New pump", "2026: 1249.00 SEK", "Olga"] {
                #expect(shown.contains(words), "\(words): \(shown)")
            }
            try await exportAndRemove(home)
            await home.killGateway()
            try await home.startGateway()
            let kept = try await run("maintenance", "history", in: home)
            #expect(kept.contains("Dishwasher") && kept.contains("New pump"))
            #expect(!home.log.contains("zqux"))
        }
    }

    private func importSheet(_ home: HomeUnderTest) async throws {
        let path = "\(home.state).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(Self.sheet.utf8).write(to: URL(filePath: path))
        #expect(
            try await run("appliances", "import", path, "--dry-run", in: home).contains("2 appliances can be added"))
        #expect(try await run("appliances", "import", path, in: home).contains("2 appliances were added"))
        #expect(try await run("appliances", "import", path, in: home).contains("0 appliances were added; 2 are there"))
        let listed = try await home.tomte("appliances", "list", "--json").json([ApplianceBody].self)
        #expect(listed.map(\.name) == ["Dishwasher", "Smoke alarms"])
        let inKitchen = try await home.tomte("appliances", "list", "--room", "Kitchen", "--json")
        #expect(try inKitchen.json([ApplianceBody].self).map(\.name) == ["Dishwasher"])
        #expect(listed.first?.maker == "=Bosch" && listed.first?.room?.name == "Kitchen")
    }

    private func exportAndRemove(_ home: HomeUnderTest) async throws {
        let sheet = try await run("appliances", "export", in: home)
        #expect(sheet.contains("Dishwasher,Kitchen,'=Bosch,,zqux-4711,,,7990.50,SEK,2199-05-03"))
        let history = try await run("maintenance", "history", "export", "--csv", "--appliance", "Dishwasher", in: home)
        #expect(history.contains("2026-01-10,Dishwasher,New pump,1249.00,SEK,Olga"))
        let refused = try await home.tomte("appliances", "remove", "Dishwasher", "--yes")
        #expect(refused.status != 0 && refused.errors.contains("history"), "\(refused.errors)")
        try await run("appliances", "remove", "Dishwasher", "--history", "keep", "--yes", in: home)
        #expect(try await !run("appliances", "list", in: home).contains("Dishwasher"))
    }

    /// Runs a command that must succeed, and returns its output.
    @discardableResult private func run(
        _ arguments: String..., in home: HomeUnderTest
    ) async throws -> String {
        let done = try await home.tomte.run(arguments)
        #expect(done.status == 0, "\(arguments): \(done.errors)")
        return done.output
    }
}
