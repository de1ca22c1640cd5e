import GRDB
import HomeModel
import Testing

@testable import HomeStorage

/// Cost grows with the work, not with the history: no question walks through a whole table of blocks or changes.
struct QueryPlanTests {
    @Test(arguments: [Reading.statements, RollUp.statements])
    func blocksAreSought(statements: BlockStatements) async throws {
        #expect(try await scans(statements.around, ["series": 1, "from": 0, "to": 1]).isEmpty)
        #expect(try await scans(statements.delete, [1]).isEmpty)
        #expect(try await scans(statements.past, [1, 0, 8]).isEmpty)
        for sql in [statements.before, statements.after] { #expect(try await scans(sql, [1, 0]).isEmpty) }
    }

    @Test func theLatestStatesAreSought() async throws {
        #expect(try await scans(ReadingStore.latestStatesQuery, []).isEmpty)
    }

    @Test func theOldestRecordsAreSought() async throws {
        #expect(try await scans(StoredBytes.oldestQuery, ["energy"]).isEmpty)
    }

    private func scans(_ sql: String, _ arguments: StatementArguments) async throws -> [String] {
        try await withDatabase { database in
            try await database.pool.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                    .map { try $0.decode(String.self, forColumn: "detail") }
                    .filter { $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN series") }
            }
        }
    }
}
