import GRDB
import Testing

@testable import HomeStorage

/// Cost grows with the work, not with the history: no question walks through a whole table of records.
struct QueryPlanTests {
    @Test(arguments: RecordTable.allCases) func retentionNeverScansTheHistory(table: RecordTable) async throws {
        let arguments: StatementArguments = ["position": 0, "energy": 0, "environment": 0]
        let edges: StatementArguments = ["energy": 0, "environment": 0]
        #expect(try await scans(table.nextOverdueSeries, arguments).isEmpty)
        #expect(try await scans(table.overdueCounts, edges).isEmpty)
        #expect(try await scans(table.deleteOldest, [1, 1, 0, 200]).isEmpty)
    }

    @Test func theLatestValuesAreSought() async throws {
        let edges: StatementArguments = ["energy": 0, "environment": 0]
        #expect(try await scans(ReadingStore.latestReadings, edges).isEmpty)
        #expect(try await scans(ReadingStore.latestStates, edges).isEmpty)
    }

    private func scans(_ sql: String, _ arguments: StatementArguments) async throws -> [String] {
        try await withDatabase { database in
            try await database.pool.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                    .map { try $0.decode(String.self, forColumn: "detail") }
                    .filter { $0.hasPrefix("SCAN reading") || $0.hasPrefix("SCAN state_change") }
            }
        }
    }
}
