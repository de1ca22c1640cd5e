import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore

struct TariffStoreTests {
    @Test func pricesAreLoadedExactlyAsSaved() async throws {
        try await withFolder { folder in
            let versions = [
                try tariff("2026-12-01", price: "1.85", feedIn: "0.60"),
                try tariff("2025-01-01", price: "-9999999.99999", feedIn: nil),
                try tariff("2027-02-28", price: "9999999.99999", feedIn: "-0.00001"),
            ]
            let table = try #require(TariffTable(versions))
            let first = try HomeDatabase.open(path: folder + "/home.sqlite")
            #expect(try await first.tariffs.load() == TariffTable())
            try await first.tariffs.save(table)
            try await first.tariffs.save(table)
            first.close()

            let second = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { second.close() }
            #expect(try await second.tariffs.load() == table)
            try await second.tariffs.save(TariffTable())
            #expect(try await second.tariffs.load() == TariffTable())
        }
    }

    private func tariff(_ date: String, price: String, feedIn: String?) throws -> Tariff {
        Tariff(
            validFrom: try #require(LocalDate(date)), currency: try #require(Currency("SEK")),
            price: try #require(MoneyAmount(price)), feedIn: try feedIn.map { try #require(MoneyAmount($0)) })
    }
}
