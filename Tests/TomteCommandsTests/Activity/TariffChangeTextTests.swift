import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct TariffChangeTextTests {
    /// Columns: the facts of the entry besides the date, and its description.
    @Test(
        arguments: [
            (
                ["oldPrice": "1.50", "newPrice": "1.85", "oldCurrency": "SEK", "newCurrency": "SEK"],
                "electricity price from 2026-12-01, a kWh costs 1.85 SEK (before: 1.50 SEK)"
            ),
            (
                ["newPrice": "1.85", "newFeedIn": "0.60", "newCurrency": "SEK"],
                "electricity price from 2026-12-01, a kWh costs 1.85 SEK (before: no price), "
                    + "fed in earns 0.60 SEK (before: no price)"
            ),
            (
                [
                    "oldPrice": "1.50", "newPrice": "1.50", "oldFeedIn": "0.60", "oldCurrency": "SEK",
                    "newCurrency": "SEK",
                ], "electricity price from 2026-12-01, fed in earns no price (before: 0.60 SEK)"
            ),
        ] as [([String: String], String)])
    func changeNamesThePricesBeforeAndAfter(_ facts: [String: String], text: String) {
        let all = facts.merging(["act": "tariffs", "validFrom": "2026-12-01"]) { $1 }
        #expect(TariffChangeText.text(ActivityActBody(event: .settingsChange, status: .done, metadata: all)) == text)
    }

    @Test func otherChangesAndOldEntriesHaveNoSuchText() {
        for facts in [["act": "tariffs"], ["act": "layout", "validFrom": "2026-12-01"]] {
            #expect(
                TariffChangeText.text(ActivityActBody(event: .settingsChange, status: .done, metadata: facts)) == nil)
        }
    }
}
