import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
@testable import SegmentedLog
import StorageFixtures

/// A start that is killed during a migration leaves a rollback journal; the next start rolls the migration back.
struct HotJournalTests {
    @Test func killedMigrationIsRolledBackAndRepeated() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let old = DatabaseSchema(migrations: Array(DatabaseSchema.current.migrations.dropLast(2)))
            try Self.make(path, schema: old)
            let killed = folder + "/killed.sqlite"
            // The pages are written and the header has the new version, but the journal still exists.
            let journal = try Self.interrupted(path, copiedTo: killed)
            #expect(journal > 0)
            #expect(try DatabaseHeader(path: killed).version == DatabaseSchema.current.version)

            let database = try HomeDatabase.open(path: killed)
            defer { database.close() }
            #expect(try DatabaseHeader(path: killed).version == DatabaseSchema.current.version)
            let rooms = try await database.pool.read { try String.fetchAll($0, sql: "SELECT id FROM room") }
            #expect(rooms == ["kitchen"])
            let table = try await database.pool.read { try $0.tableExists("day_block") }
            #expect(table)
            #expect(await database.check().filter { !$0.contains("chmod") } == [])
        }
    }

    /// Otherwise SQLite would put pages of another file into the new one.
    @Test func journalWithoutItsDatabaseIsRefused() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try Data(repeating: 1, count: 600).write(to: URL(filePath: path + "-journal"))
            guard case .damaged = refusal(opening: path) else {
                Issue.record("\(String(describing: refusal(opening: path)))")
                return
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    private static func make(_ path: String, schema: DatabaseSchema) throws {
        let connection = try DatabaseQueue(path: path, configuration: SQLitePool.configuration())
        try connection.writeWithoutTransaction { db in
            try schema.migrate(db, from: 0)
            try db.execute(sql: "INSERT INTO room VALUES ('kitchen', 'Küche')")
        }
        try connection.close()
    }

    /// Migrates and leaves both files as a kill just before the deletion of the journal would. A hard link keeps the
    /// journal.
    private static func interrupted(_ path: String, copiedTo killed: String) throws -> Int64 {
        let connection = try DatabaseQueue(path: path, configuration: SQLitePool.configuration())
        try connection.writeWithoutTransaction { db in
            try db.inTransaction {
                for migration in DatabaseSchema.current.migrations.suffix(2) { try db.execute(sql: migration) }
                #expect(link(path + "-journal", killed + "-journal") == 0)
                return .commit
            }
        }
        try connection.close()
        try FileManager.default.copyItem(atPath: path, toPath: killed)
        return FileSize.bytes(at: killed + "-journal")
    }
}
