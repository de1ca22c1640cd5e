import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
@testable import SegmentedLog
import StorageFixtures
@testable import TimeSeriesStore

struct HomeDatabaseTests {
    @Test func filesAreReadableByTheOwnerOnly() async throws {
        try await withFolder { folder in
            let database = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { database.close() }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(
                Set(names).isSuperset(
                    of: ["home.sqlite", "home.sqlite-wal", "home.sqlite.lock", "home.sqlite-log-1"]))
            for name in names {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
        }
    }

    @Test func connectionUsesSyncedCommitsAndIncrementalVacuum() async throws {
        try await withDatabase { database in
            let settings = try await database.pool.connections.writeWithoutTransaction { db in
                try ["journal_mode", "synchronous", "auto_vacuum", "foreign_keys"].map { name in
                    try String.fetchOne(db, sql: "PRAGMA \(name)")
                }
            }
            #expect(settings == ["wal", "2", "2", "1"])
        }
    }

    @Test func secondOpenIsRefusedUntilTheFirstDatabaseCloses() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let first = try HomeDatabase.open(path: path)
            #expect(throws: StorageError.inUse(path: path)) { try HomeDatabase.open(path: path) }
            first.close()
            first.close()
            let second = try HomeDatabase.open(path: path)
            second.close()
        }
    }

    @Test func closingCheckpointsTheWriteAheadLog() async throws {
        try await withDatabase { database in
            try await database.registry.save(device("lamp"))
            _ = try await database.registry.load()
            #expect(FileSize.bytes(at: database.path + "-wal") > 0)
            database.close()
            #expect(FileSize.bytes(at: database.path + "-wal") == 0)
        }
    }

    /// The files are as a kill leaves them: the log was never checkpointed.
    @Test func committedDataSurvivesAKill() async throws {
        try await withDatabase { database in
            try await database.registry.save(device("lamp"))
            _ = try await database.readings.append(readings: [valid(series("lamp", kind: .power), at: noon, value: 5)])
            let crashed = (database.path as NSString).deletingLastPathComponent + "/dead.sqlite"
            try copy(database, to: crashed)
            let again = try HomeDatabase.open(path: crashed)
            defer { again.close() }
            #expect(try await again.registry.load().devices == [device("lamp")])
            #expect(try await again.readings.counts() == RecordCounts(energyReadings: 1))
        }
    }

    @Test func closedDatabaseRefusesRequests() async throws {
        try await withDatabase { database in
            database.close()
            await #expect(throws: StorageError.closed) { try await database.registry.load() }
            let batch = RecordBatch(deliveries: [DeliveryFingerprint(packetID: 1, digest: 2)])
            await #expect(throws: StorageError.closed) { try await database.readings.append(batch) }
        }
    }

    @Test func missingFolderIsNamedInTheError() {
        guard case .cannotOpen(let reason) = refusal(opening: "/nonexistent-folder/home.sqlite") else {
            Issue.record("the database opened, or was refused for another reason")
            return
        }
        #expect(reason.contains("/nonexistent-folder/home.sqlite"))
    }

    @Test func intactDatabaseHasNoFindings() async throws {
        try await withDatabase { database in
            try await database.registry.save(device("lamp"))
            #expect(await database.check() == [])
            #expect(database.size > 0)
        }
    }

    @Test func databaseThatOthersCanReadIsAFinding() async throws {
        try await withDatabase { database in
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database.path)
            #expect(await database.check() == ["Other users can read the database; run chmod 600 \(database.path)."])
        }
    }
}
