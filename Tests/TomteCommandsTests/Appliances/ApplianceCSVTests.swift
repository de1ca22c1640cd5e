import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

/// The inventory as CSV: what the gateway has is read again as it was, and files of people are checked.
@Suite struct ApplianceCSVTests {
    private static let kitchen = RoomBody(id: RoomID("kitchen"), name: "Kitchen")

    private func appliance(_ details: ApplianceDetails) -> ApplianceBody {
        ApplianceBody(
            Appliance(id: ApplianceID("a1"), details: details, addedAt: Timestamp(milliseconds: 0)),
            room: details.room.map { _ in Self.kitchen }, deviceName: nil, warranty: nil)
    }

    private func importer(known: [ApplianceBody] = []) -> ApplianceImporter {
        ApplianceImporter(rooms: [Self.kitchen], devices: [], known: known)
    }

    @Test func exportedInventoryIsReadAsItWas() throws {
        let details = ApplianceDetails(
            name: DisplayName("Fridge" as StaticString), room: Self.kitchen.id, maker: "=Bosch, \"A\"; =1",
            model: "-1 B", serialNumber: SerialNumber("+4711"), boughtOn: LocalDate("2024-05-03"), boughtFrom: "Åhléns",
            price: Money(MoneyAmount(hundredThousandths: 799_000_000), currency: .krona),
            warrantyEnds: LocalDate("2027-05-03"), manual: WebLink("https://example.com/a,b"), note: "One, two")
        let text = ApplianceCSV.text([appliance(details)])
        #expect(text.hasPrefix("name,room,maker,model,serialNumber,"))
        for line in text.split(separator: "\r\n") { #expect(!line.contains(",=") && !line.contains(",\"=")) }
        let rows = try ApplianceCSV.rows(of: text)
        #expect(rows.map(\.number) == [2])
        let body = try importer().body(of: try #require(rows.first))
        #expect(body.name == "Fridge" && body.room == Self.kitchen.id && body.serialNumber == "+4711")
        #expect(body.model == "-1 B" && body.boughtFrom == "Åhléns" && body.note == "One, two")
        #expect(body.price == details.price && body.boughtOn == details.boughtOn)
        #expect(body.warrantyEnds == details.warrantyEnds && body.manual == "https://example.com/a,b")
    }

    @Test func columnsMayBeInAnyOrderAndSeparatedBySemicolons() throws {
        let text =
            "\u{FEFF}Room;NAME;price;currency\r\nKitchen;\"Oven; big\"\"\r\nline\";7990,50;SEK\r\n;;;\r\n;Lamp;;\n"
        let rows = try ApplianceCSV.rows(of: text)
        #expect(rows.map { $0[.name] } == ["Oven; big\"\r\nline", "Lamp"])
        #expect(rows.map(\.number) == [2, 4])
        let body = try importer().body(of: try #require(rows.first))
        #expect(body.room == Self.kitchen.id && body.price?.description == "7990.50 SEK")
    }

    @Test(arguments: [
        "", "room\nKitchen", "name,colour\nFridge,white", "name,name\nA,B", "name\n\"Fridge", "name,room\nA,B,C",
    ])
    func otherFileIsRefused(text: String) {
        #expect(throws: CLIError.self) { try ApplianceCSV.rows(of: text) }
    }

    @Test(arguments: [
        "name,boughtOn\nFridge,3 May", "name,price,currency\nFridge,\"7,990\",SEK", "name,price\nFridge,7990",
        "name,price,currency\nFridge,1,kr", "name,room\nFridge,Cellar", "name,device\nFridge,plug", "room\nKitchen",
        "name,part\nFridge,A B",
    ])
    func rowWithAnUnknownValueIsRefused(text: String) {
        #expect(throws: CLIError.self) {
            for row in try ApplianceCSV.rows(of: text) { _ = try importer().body(of: row) }
        }
    }

    @Test func applianceThatIsThereAlreadyIsLeftOut() throws {
        let known = appliance(ApplianceDetails(name: DisplayName("Fridge" as StaticString), room: Self.kitchen.id))
        let importer = importer(known: [known])
        let bodies = try ApplianceCSV.rows(of: "name,room\nFridge,Kitchen\nFridge,\nOven,Kitchen").map {
            try importer.body(of: $0)
        }
        #expect(importer.new(bodies).map(\.name) == ["Fridge", "Oven"])
    }

    @Test(
        arguments: [
            (.ended, "ended"), (.days(0), "ends today"), (.days(1), "ends in 1 day"), (.months(3), "ends in 3 months"),
            (.years(1), "ends in 1 year"),
        ] as [(Warranty, String)])
    func warrantyIsASentencePart(_ warranty: Warranty, words: String) {
        #expect(ApplianceText.warranty(WarrantyBody(warranty)) == words)
    }

    @Test func yearWithTwoCurrenciesHasBothAmounts() throws {
        let subject = ServiceSubject.appliance(ApplianceID("a1"))
        let name = DisplayName("Pump" as StaticString)
        let costs = try [(2026, "30", "EUR"), (2026, "100.5", "SEK"), (2025, "1", "SEK")].map {
            year, amount, currency in
            ServiceCostBody(
                ServiceCost(
                    subject: subject, subjectName: name, year: year,
                    total: Money(
                        try #require(MoneyAmount(amount)), currency: try #require(Currency(currency)))))
        }
        let lines = ServiceText.costLines(costs).map(\.plain)
        #expect(lines == ["", "Cost", "  2026: 30.00 EUR, 100.50 SEK", "  2025: 1.00 SEK"])
    }
}
