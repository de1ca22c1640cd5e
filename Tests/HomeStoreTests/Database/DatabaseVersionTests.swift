import Foundation
import GRDB
import HomeModel
import SystemPackage
import Testing

@testable import SegmentedLog
@testable import HomeStore
@testable import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct DatabaseVersionTests {
    @Test func version1DatabaseOpensWithAllItsData() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try makeFile(path, sql: frozenVersion1)
            let database = try HomeDatabase.open(path: path)
            defer { database.close() }

            let registry = try await database.registry.load()
            #expect(registry.rooms.map(\.name.text) == ["Küche"])
            #expect(registry.retiredDevices.map(\.rawValue) == ["old-plug"])
            let lamp = try #require(registry.devices.first)
            #expect(lamp.room?.rawValue == "kitchen")
            #expect(lamp.capability(CapabilityName(.brightness), of: .main)?.isCommanded == true)
            #expect(lamp.description[.main]?.purpose == .light)
            #expect(lamp.nativeDescription?.hasPrefix(#"{"homie":"5.0""#) == true)

            let people = try await database.people.load()
            #expect(people.people.map(\.role) == [.owner, .guest])
            let grant = try #require(people.grants.first)
            #expect(grant.permissions == [.controlDevices] && grant.conditions.maximumUses == 3)
            #expect(grant.conditions.windows.first?.weekdays == [1, 7])
            #expect(grant.selector.devices.map(\.rawValue) == ["lamp"])

            let latest = try await database.readings.latest(now: noon, terms: RetentionTerms())
            let power = try series("lamp", kind: .power)
            #expect(latest.readings[power] == Reading(time: noon, value: 4.5))
            #expect(try await database.readings.all(power) == [Reading(time: noon, value: 4.5)])
            #expect(latest.states[try series("lamp", kind: .brightness)]?.value == .number(40))
            #expect(try await database.readings.counts() == RecordCounts(energyReadings: 1, stateChanges: 1))
            #expect(try await database.retention.terms().energyDays == 100)
            let use = try await database.retention.diskUse()
            #expect(use[.energy]?.oldest == noon)
            let (energy, environment) = (use[.energy]?.bytes ?? 0, use[.environment]?.bytes ?? 0)
            #expect((50...400).contains(energy) && (25...50).contains(environment), "\(energy), \(environment)")
            #expect(
                await database.check() == [
                    "The database cannot give deleted space back to the disk.",
                    "Other users can read the database; run chmod 600 \(path).",
                ])
        }
    }

    @Test func schemaOfVersion1MatchesTheFrozenSample() async throws {
        try await withFolder { folder in
            try makeFile(folder + "/frozen.sqlite", sql: frozenVersion1)
            try makeFile(folder + "/home.sqlite", sql: DatabaseSchema.version1)
            let query = "SELECT name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY name"
            let schemas = try ["/frozen.sqlite", "/home.sqlite"].map { name in
                try DatabaseQueue(path: folder + name).read { try String.fetchAll($0, sql: query) }
                    .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            }
            #expect(schemas[0] == schemas[1])
        }
    }

    @Test func rowsOfVersion1BecomeBlocks() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try makeFile(
                path,
                sql: frozenVersion1 + """
                    WITH RECURSIVE tick (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM tick WHERE n < 150000)
                    INSERT INTO reading SELECT 1, 1800000000000 + n * 1000, n FROM tick;
                    UPDATE record_count SET total = 150001 WHERE record = 'energyReadings';
                    """)
            for _ in 0..<2 {
                let database = try HomeDatabase.open(path: path)
                defer { database.close() }
                let power = try series("lamp", kind: .power)
                let readings = try await database.readings.all(power)
                #expect(readings.count == 150_001 && readings.last?.value == 150_000)
                let hours = try await database.readings.rollUps(
                    of: power, from: noon, to: noon + .days(9), notBefore: noon)
                #expect(hours.reduce(0) { $0 + $1.count } == 150_001)
                #expect(try await database.pool.read { try $0.tableExists("reading") } == false)
            }
        }
    }

    @Test func olderDatabaseIsMigrated() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try await makeDatabaseWithLamp(at: path)

            let newer = try HomeDatabase(path: path, schema: newerVersion)
            #expect(try await newer.registry.load().devices == [device("lamp")])
            let added = try await newer.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM added") }
            #expect(added == 1)
            newer.close()
            #expect(try DatabaseHeader(path: path).version == DatabaseSchema.current.version + 1)
        }
    }

    /// Each earlier version of the program left a file of its schema.
    @Test(arguments: 1..<DatabaseSchema.current.version)
    func fileOfEachEarlierVersionOpensWithItsPeople(version: Int) async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let schema = DatabaseSchema.current.migrations.prefix(version).joined(separator: "\n")
            try makeFile(path, sql: schema + "INSERT INTO person VALUES ('anna', 'Anna', 'member');")
            let database = try HomeDatabase.open(path: path)
            defer { database.close() }
            let anna = try #require(try await database.people.load().people.first)
            #expect(try await database.layouts.load().own.isEmpty)
            let layout = HomeLayout(rooms: [RoomID("hall")])
            #expect(try await database.layouts.save(layout, of: anna.id))
            #expect(try await database.layouts.load().own == [anna.id: layout])
        }
    }

    @Test func newerDatabaseIsRefusedAndLeftUnchanged() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try HomeDatabase(path: path, schema: newerVersion).close()
            let before = try contents(of: folder)
            #expect(
                throws: StorageError.newerVersion(
                    found: DatabaseSchema.current.version + 1, supported: DatabaseSchema.current.version, copy: nil)
            ) { try HomeDatabase.open(path: path) }
            #expect(try contents(of: folder) == before)
        }
    }

    /// As after a kill, the log beside the file still holds committed changes.
    @Test func newerDatabaseWithAnOpenLogIsLeftUnchanged() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let newer = try HomeDatabase(path: path, schema: newerVersion)
            try await newer.registry.save(device("lamp"))
            let crashed = folder + "/dead"
            try FileManager.default.createDirectory(atPath: crashed, withIntermediateDirectories: false)
            try copy(newer, to: crashed + "/home.sqlite")
            newer.close()
            let before = try contents(of: crashed)
            #expect(before["home.sqlite-wal"]?.isEmpty == false)
            #expect(
                throws: StorageError.newerVersion(
                    found: DatabaseSchema.current.version + 1, supported: DatabaseSchema.current.version, copy: nil)
            ) {
                try HomeDatabase.open(path: crashed + "/home.sqlite")
            }
            #expect(try contents(of: crashed) == before)
        }
    }

    @Test func failedMigrationChangesNothing() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try await makeDatabaseWithLamp(at: path)
            let broken = DatabaseSchema(
                migrations: DatabaseSchema.current.migrations + [
                    "CREATE TABLE half (id INTEGER) STRICT; CREATE TABLE room (id) STRICT;"
                ])
            #expect(throws: StorageError.self) { try HomeDatabase(path: path, schema: broken) }
            let again = try HomeDatabase.open(path: path)
            defer { again.close() }
            #expect(try await again.registry.load().devices == [device("lamp")])
            let half = try await again.pool.read {
                try Bool.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema WHERE name = 'half'")
            }
            #expect(half == false)
        }
    }

    @Test func migrationKeepsACopyThatTheOlderProgramOpens() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try await makeDatabaseWithLamp(at: path)
            let newer = try HomeDatabase(path: path, schema: newerVersion)
            try await newer.registry.save(device("plug"))
            newer.close()

            let copy = "\(path).version-\(DatabaseSchema.current.version)"
            #expect(
                throws: StorageError.newerVersion(
                    found: DatabaseSchema.current.version + 1, supported: DatabaseSchema.current.version, copy: copy)
            ) { try HomeDatabase.open(path: path) }
            #expect(try Stat(copy).permissions.rawValue & 0o077 == 0)

            // The way back that the error describes.
            for name in try contents(of: folder).keys where name == "home.sqlite" || name.hasPrefix("home.sqlite-") {
                try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
            try FileManager.default.moveItem(atPath: copy, toPath: path)
            let restored = try HomeDatabase.open(path: path)
            defer { restored.close() }
            #expect(try await restored.registry.load().devices == [device("lamp")])
        }
    }

    @Test func onlyTheCopyOfTheLastMigrationIsKept() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            for version in [1, 2, 3] {
                let schema = DatabaseSchema(migrations: Array(DatabaseSchema.current.migrations.prefix(version)))
                _ = try DatabaseFile(path: path, schema: schema).prepare()
                let copies = try contents(of: folder).keys.filter { $0.contains(".version-") }
                #expect(copies == (version == 1 ? [] : ["home.sqlite.version-\(version - 1)"]))
            }
            let copies = DatabaseCopies(of: path)
            #expect(copies.removeExpired(now: Timestamp(Date()) + .days(29)) == 0)
            #expect(copies.removeExpired(now: Timestamp(Date()) + .days(31)) == 1)
            #expect(copies.newest(upTo: 3) == nil)
        }
    }

    @Test func copyThatWasMadeWithAWrongClockIsKept() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try await makeDatabaseWithLamp(at: path)
            try HomeDatabase(path: path, schema: newerVersion).close()
            let copy = "\(path).version-\(DatabaseSchema.current.version)"
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: copy)
            let copies = DatabaseCopies(of: path)
            #expect(copies.removeExpired(now: Timestamp(Date())) == 0)
            #expect(copies.removeExpired(now: Timestamp(Date()) + .days(29)) == 0)
            #expect(copies.removeExpired(now: Timestamp(Date()) + .days(31)) == 1)
        }
    }

    private func makeDatabaseWithLamp(at path: String) async throws {
        let database = try HomeDatabase.open(path: path)
        try await database.registry.save(device("lamp"))
        database.close()
    }

    private var newerVersion: DatabaseSchema {
        DatabaseSchema(
            migrations: DatabaseSchema.current.migrations + [
                """
                CREATE TABLE added (id INTEGER) STRICT;
                INSERT INTO added VALUES (1);
                PRAGMA user_version = \(DatabaseSchema.current.version + 1);
                """
            ])
    }
}
