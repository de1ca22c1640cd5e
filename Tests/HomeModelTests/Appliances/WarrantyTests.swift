import Foundation
import HomeModel
import Testing

struct WarrantyTests {
    @Test(
        arguments: [
            ("2026-11-27", .ended), ("2026-11-28", .days(0)), ("2026-11-29", .days(1)), ("2027-01-27", .days(60)),
            ("2027-01-28", .months(2)), ("2027-02-27", .months(2)), ("2027-02-28", .months(3)),
            ("2028-11-27", .months(23)), ("2028-11-28", .years(2)), ("2036-11-28", .years(10)),
        ] as [(String, Warranty)])
    func restIsStatedInTheUnitOfPeople(lastDay: String, warranty: Warranty) throws {
        let today = try #require(LocalDate("2026-11-28"))
        #expect(Warranty(lastDay: try #require(LocalDate(lastDay)), today: today) == warranty)
    }

    @Test func serialNumberIsNeverPrinted() {
        let details = ApplianceDetails(
            name: DisplayName("Fridge" as StaticString), serialNumber: SerialNumber("zqux-4711"))
        for text in ["\(details)", String(reflecting: details), String(describing: details.serialNumber)] {
            #expect(!text.contains("zqux"), "\(text)")
        }
        #expect(details.serialNumber?.exposedText == "zqux-4711")
    }

    @Test(arguments: [("0", true), ("999999999.99999", true), ("1000000000", false), ("-0.01", false)])
    func onlyPlausibleAmountCanBeEntered(text: String, isEnterable: Bool) throws {
        let amount = try #require(MoneyAmount(text, maximumWholeDigits: 13))
        #expect(Money(amount, currency: .krona).isEnterable == isEnterable)
    }

    @Test func sumIsReadFromJSON() throws {
        let json = Data(#"{"amount":"1234567890.50","currency":"SEK"}"#.utf8)
        let money = try JSONDecoder().decode(Money.self, from: json)
        #expect(money.description == "1234567890.50 SEK")
        #expect(try JSONDecoder().decode(Money.self, from: JSONEncoder().encode(money)) == money)
        for wrong in [#"{"amount":1,"currency":"SEK"}"#, #"{"amount":"1"}"#, #"{"amount":"1","currency":"kr"}"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Money.self, from: Data(wrong.utf8)) }
        }
    }

    @Test(arguments: ["2026-01-31:k3x9", "", "2026-01-31", "2026-01-31:", "2026-02-30:a", ":a", "2026-01-31:a:b"])
    func cursorIsADateAndAnID(text: String) {
        #expect(ServiceCursor(text)?.description == (text == "2026-01-31:k3x9" ? text : nil))
    }
}
