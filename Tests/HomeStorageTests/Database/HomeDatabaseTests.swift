import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStorage

struct HomeDatabaseTests {
    @Test func filesBelongToTheOwnerAlone() async throws {
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

    @Test func everyCommitIsSyncedAndDeletedSpaceCanBeGivenBack() async throws {
        try await withDatabase { database in
            let settings = try await database.pool.connections.writeWithoutTransaction { db in
                try ["journal_mode", "synchronous", "auto_vacuum", "foreign_keys"].map { name in
                    try String.fetchOne(db, sql: "PRAGMA \(name)")
                }
            }
            #expect(settings == ["wal", "2", "2", "1"])
        }
    }

    @Test func secondOpenerIsRefusedUntilTheFirstCloses() async throws {
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

    @Test func closingFoldsTheLogIntoTheFile() async throws {
        try await withDatabase { database in
            try await database.registry.save(device("lamp"))
            _ = try await database.registry.load()
            #expect(DatabaseFile.size(database.path + "-wal") > 0)
            database.close()
            #expect(DatabaseFile.size(database.path + "-wal") == 0)
        }
    }

    /// The files as a kill leaves them: the log was never folded in.
    @Test func whatWasCommittedIsThereAfterAKill() async throws {
        try await withDatabase { database in
            try await database.registry.save(device("lamp"))
            _ = try await database.readings.append(readings: [valid(series("lamp", .power), at: noon, 5)])
            let dead = (database.path as NSString).deletingLastPathComponent + "/dead.sqlite"
            try copy(database, to: dead)
            let again = try HomeDatabase.open(path: dead)
            defer { again.close() }
            #expect(try await again.registry.load().devices == [device("lamp")])
            #expect(try await again.readings.counts() == RecordCounts(energyReadings: 1))
        }
    }

    @Test func aClosedDatabaseSaysSo() async throws {
        try await withDatabase { database in
            database.close()
            await #expect(throws: StorageError.closed) { try await database.registry.load() }
            let batch = RecordBatch(deliveries: [Delivery(packetID: 1, digest: 2)])
            await #expect(throws: StorageError.closed) { try await database.readings.append(batch) }
        }
    }

    @Test func aMissingFolderIsNamed() {
        guard case .cannotOpen(let reason) = refusal(opening: "/nonexistent-folder/home.sqlite") else {
            Issue.record("opened, or refused for another reason")
            return
        }
        #expect(reason.contains("/nonexistent-folder/home.sqlite"))
    }

    @Test func aSoundDatabaseHasNoFindings() async throws {
        try await withDatabase { database in
            try await database.registry.save(device("lamp"))
            #expect(await database.check() == [])
            #expect(database.size > 0)
        }
    }

    @Test func aDatabaseThatOthersCanReadIsAFinding() async throws {
        try await withDatabase { database in
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database.path)
            #expect(await database.check() == ["Others can read the database; run chmod 600 \(database.path)."])
        }
    }
}
