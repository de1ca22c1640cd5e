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
            try await home.output(of: "people", "add", "Olga", "--role", "owner")
            try await home.output(of: "rooms", "add", "Kitchen")
            try await importSheet(home)
            try await home.output(
                of: "maintenance", "history", "add", "New pump", "--appliance", "dishwasher", "--day", "2026-01-10",
                "--cost", "1249", "--currency", "SEK", "--by", "olga", "--as", "olga")
            let shown = try await home.output(of: "appliances", "show", "Dishwasher")
            for words in ["zqux-4711", "7990.50 SEK", "ends in", "New pump", "2026: 1249.00 SEK", "Olga"] {
                #expect(shown.contains(words), "\(words): \(shown)")
            }
            try await exportAndRemove(home)
            await home.killGateway()
            try await home.startGateway()
            let kept = try await home.output(of: "maintenance", "history")
            #expect(kept.contains("Dishwasher") && kept.contains("New pump"))
            #expect(!home.log.contains("zqux"))
        }
    }

    private func importSheet(_ home: HomeUnderTest) async throws {
        let path = "\(home.state).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(Self.sheet.utf8).write(to: URL(filePath: path))
        #expect(
            try await home.output(of: "appliances", "import", path, "--dry-run").contains("2 appliances can be added"))
        #expect(try await home.output(of: "appliances", "import", path).contains("2 appliances were added"))
        #expect(
            try await home.output(of: "appliances", "import", path).contains("0 appliances were added; 2 are there"))
        let listed = try await home.tomte("appliances", "list", "--json").json([ApplianceBody].self)
        #expect(listed.map(\.name) == ["Dishwasher", "Smoke alarms"])
        let inKitchen = try await home.tomte("appliances", "list", "--room", "Kitchen", "--json")
        #expect(try inKitchen.json([ApplianceBody].self).map(\.name) == ["Dishwasher"])
        #expect(listed.first?.maker == "=Bosch" && listed.first?.room?.name == "Kitchen")
    }

    private func exportAndRemove(_ home: HomeUnderTest) async throws {
        let sheet = try await home.output(of: "appliances", "export")
        #expect(sheet.contains("Dishwasher,Kitchen,'=Bosch,,zqux-4711,,,7990.50,SEK,2199-05-03"))
        let history = try await home.output(
            of: "maintenance", "history", "export", "--format", "csv", "--appliance", "Dishwasher")
        #expect(history.contains("2026-01-10,Dishwasher,New pump,1249.00,SEK,Olga"))
        let refused = try await home.tomte("appliances", "remove", "Dishwasher", "--yes")
        #expect(refused.status != 0 && refused.errors.contains("history"), "\(refused.errors)")
        try await home.output(of: "appliances", "remove", "Dishwasher", "--history", "keep", "--yes")
        #expect(try await !home.output(of: "appliances", "list").contains("Dishwasher"))
    }
}
