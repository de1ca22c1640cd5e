import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores the prices of electricity.
package struct TariffStore: Sendable {
    let pool: SQLitePool

    package func load() async throws(StorageError) -> TariffTable {
        try await pool.read { db in
            let versions = try Row.fetchAll(db, sql: "SELECT * FROM tariff ORDER BY valid_from").map(Tariff.init(row:))
            guard let table = TariffTable(versions) else {
                throw StorageError.damaged(what: "there are more tariffs than the program accepts")
            }
            return table
        }
    }

    /// Replaces all versions.
    package func save(_ table: TariffTable) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM tariff")
            let statement = try db.cachedStatement(
                sql: "INSERT INTO tariff (valid_from, currency, price, feed_in) VALUES (?, ?, ?, ?)")
            for version in table.versions {
                try statement.execute(arguments: [
                    version.validFrom.description, version.currency.description,
                    Int64(clamping: version.price.hundredThousandths),
                    version.feedIn.map { Int64(clamping: $0.hundredThousandths) },
                ])
            }
        }
    }
}

extension Tariff {
    fileprivate init(row: Row) throws {
        self.init(
            validFrom: try row.value("valid_from"), currency: try row.value("currency"),
            price: MoneyAmount(hundredThousandths: Int128(try row.decode(Int64.self, forColumn: "price"))),
            feedIn: try row.decode(Int64?.self, forColumn: "feed_in").map {
                MoneyAmount(hundredThousandths: Int128($0))
            })
    }
}
