import GRDB
import HomeModel
import Testing

@testable import HomeStore
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

/// The cost of a query does not grow with the history: no query scans a whole table of blocks or changes.
struct QueryPlanTests {
    @Test(arguments: [Reading.statements, RollUp.statements, DayRollUp.statements])
    func blockQueriesUseAnIndex(statements: BlockStatements) async throws {
        #expect(try await scans(statements.around, arguments: ["series": 1, "from": 0, "to": 1]).isEmpty)
        #expect(try await scans(statements.delete, arguments: [1]).isEmpty)
        #expect(try await scans(statements.past, arguments: [1, 0, 8]).isEmpty)
        for sql in [statements.before, statements.after] { #expect(try await scans(sql, arguments: [1, 0]).isEmpty) }
    }

    /// A search reads the index alone, independently of the size of the blocks.
    @Test(arguments: [Reading.statements, RollUp.statements, DayRollUp.statements])
    func blockSearchesUseACoveringIndex(statements: BlockStatements) async throws {
        try await withDatabase { database in
            let queries: [(sql: String, arguments: StatementArguments)] = [
                (statements.around, ["series": 1, "from": 0, "to": 1]), (statements.before, [1, 0]),
                (statements.after, [1, 0]), (statements.past, [1, 0, 8]),
            ]
            for (sql, arguments) in queries {
                let plan = try await database.pool.read { db in
                    try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                        .map { try $0.decode(String.self, forColumn: "detail") }
                        .filter { $0.hasPrefix("SEARCH") }
                }
                #expect(!plan.isEmpty && plan.allSatisfy { $0.contains("COVERING INDEX") }, "\(plan)")
            }
        }
    }

    @Test func latestStatesQueryUsesAnIndex() async throws {
        #expect(try await scans(ReadingStore.latestStatesQuery, arguments: []).isEmpty)
    }

    @Test func oldestRecordsQueryUsesAnIndex() async throws {
        #expect(try await scans(StoredBytes.oldestQuery, arguments: ["energy"]).isEmpty)
    }

    private func scans(_ sql: String, arguments: StatementArguments) async throws -> [String] {
        try await withDatabase { database in
            try await database.pool.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                    .map { try $0.decode(String.self, forColumn: "detail") }
                    .filter { $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN series") }
            }
        }
    }
}
