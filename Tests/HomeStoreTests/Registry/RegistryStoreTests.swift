import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct RegistryStoreTests {
    @Test func devicesAndRoomsAreLoadedAsSaved() async throws {
        try await withFolder { folder in
            let kitchen = Room(id: try #require(RoomID("kitchen")), name: try DisplayName("キッチン"))
            let lamp = try device("lamp", room: "kitchen", name: "Lampe (links)")
            let plug = try device("plug")
            let first = try HomeDatabase.open(path: folder + "/home.sqlite")
            try await first.registry.save(kitchen)
            try await first.registry.save(lamp)
            try await first.registry.save(plug)
            first.close()

            let second = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { second.close() }
            let loaded = try await second.registry.load()
            #expect(loaded.rooms == [kitchen])
            #expect(loaded.devices == [lamp, plug])
            #expect(loaded.retiredDevices.isEmpty)
        }
    }

    @Test func savingADeviceAgainReplacesIt() async throws {
        try await withDatabase { database in
            var lamp = try device("lamp")
            try await database.registry.save(lamp)
            lamp.name = try DisplayName("Other")
            lamp.setPurposes([.main: .pump])
            lamp.description = DeviceDescription(name: "", parts: [])
            try await database.registry.save(lamp)
            #expect(try await database.registry.load().devices == [lamp])
        }
    }

    /// Earlier versions read the purposes that they know, and ask for the others again.
    @Test(arguments: ["foodCooling", "heater", "a purpose of a later version"])
    func storedPurposeThatIsNotKnownIsLeftOut(_ word: String) async throws {
        try await withDatabase { database in
            var plug = try device("plug")
            plug.setPurposes([.main: .foodCooling])
            try await database.registry.save(plug)
            let stored = try await database.pool.read { db in
                try String.fetchOne(db, sql: "SELECT description FROM device")
            }
            #expect(stored?.contains("foodCooling") == false)
            try await database.pool.write { db in
                try db.execute(sql: "UPDATE device SET purposes = ?", arguments: [#"{"main":"\#(word)"}"#])
            }
            let loaded = try #require(try await database.registry.load().devices.first)
            #expect(loaded.purposes[.main] == Purpose(rawValue: word))
            #expect(loaded.description[.main]?.purpose == Purpose(rawValue: word))
        }
    }

    @Test func removingARoomKeepsItsDevicesWithoutARoom() async throws {
        try await withDatabase { database in
            let kitchen = Room(id: try #require(RoomID("kitchen")), name: try DisplayName("Kitchen"))
            try await database.registry.save(kitchen)
            try await database.registry.save(device("lamp", room: "kitchen"))
            try await database.registry.remove(kitchen.id)
            let loaded = try await database.registry.load()
            #expect(loaded.rooms.isEmpty)
            #expect(loaded.devices == [try device("lamp")])
        }
    }

    @Test func deviceInAMissingRoomIsRefused() async throws {
        try await withDatabase { database in
            await #expect(throws: StorageError.self) {
                try await database.registry.save(device("lamp", room: "nowhere"))
            }
            let loaded = try await database.registry.load()
            #expect(loaded.devices.isEmpty)
        }
    }

    @Test func idOfARemovedDeviceStaysRetired() async throws {
        try await withDatabase { database in
            let lamp = try device("lamp")
            try await database.registry.save(lamp)
            _ = try await database.readings.append(readings: [valid(series("lamp", kind: .power), at: noon, value: 5)])
            try await database.registry.remove(lamp.id)
            try await database.registry.remove(try #require(DeviceID("never-there")))
            #expect(try await database.registry.load().devices.isEmpty)
            #expect(try await database.registry.load().retiredDevices == [lamp.id])

            _ = try await database.retention.purge(now: noon + .days(730))
            #expect(try await database.registry.load().retiredDevices == [lamp.id])
            // The reading is kept until its whole hour has expired.
            _ = try await database.retention.purge(now: noon + .days(730) + .hours(1))
            #expect(try await database.registry.load().retiredDevices == [lamp.id])
            #expect(try await reopened(database, as: "later").registry.load().retiredDevices == [lamp.id])
        }
    }

    /// An earlier version released the ids of removed devices and kept the grants that named them.
    @Test func idNamedByAGrantIsRetiredToo() async throws {
        try await withDatabase { database in
            try await database.registry.save(try device("lamp"))
            let kim = Person(id: try #require(PersonID("kim")), name: try DisplayName("Kim"), role: .guest)
            try await database.people.add(kim)
            let devices = Set(try ["lamp", "front-door"].map { try #require(DeviceID($0)) })
            try await database.people.add(
                Grant(
                    id: try #require(GrantID("old")), person: kim.id, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: devices)))
            #expect(try await database.registry.load().retiredDevices == [try #require(DeviceID("front-door"))])
        }
    }

    /// Another series may get the key of the deleted row.
    @Test func seriesOfARemovedDeviceAreDeletedWithTheirLastRecord() async throws {
        try await withDatabase { database in
            let lamp = try device("lamp")
            let (old, new) = (try series("lamp", kind: .power), try series("plug", kind: .power))
            try await database.registry.save(lamp)
            try await database.readings.append(readings: [valid(old, at: noon - .days(800), value: 5)])
            let key = await database.readings.table.key(of: old)
            try await database.registry.remove(lamp.id)
            _ = try await database.retention.purge(now: noon)
            #expect(await database.readings.series(of: lamp.id).isEmpty)

            let next = try reopened(database, as: "next")
            defer { next.close() }
            try await next.readings.append(readings: [valid(new, at: noon, value: 7)])
            #expect(await next.readings.table.key(of: new) == key)
            let last = try reopened(next, as: "last")
            defer { last.close() }
            #expect(try await last.readings.all(new) == [Reading(time: noon, value: 7)])
            #expect(await last.readings.series(of: lamp.id).isEmpty)
        }
    }

    /// Opens a copy of the database, as after a kill of the gateway.
    private func reopened(_ database: HomeDatabase, as name: String) throws -> HomeDatabase {
        let path = "\(database.path)-\(name)"
        try copy(database, to: path)
        return try HomeDatabase.open(path: path)
    }

    @Test func seriesNamedInTheLogAreKept() async throws {
        try await withDatabase { database in
            let (lamp, plug) = (try device("lamp"), try device("plug"))
            for device in [lamp, plug] { try await database.registry.save(device) }
            try await database.readings.append(readings: [valid(series("lamp", kind: .power), at: noon, value: 5)])
            var batch = RecordBatch()
            let record = UnclockedRecord(series: try series("plug", kind: .power), value: .number(1))
            batch.unclocked = [UnclockedBatch(boot: UUID(), uptime: .seconds(1), records: [record])]
            try await database.readings.append(batch)
            for device in [lamp, plug] { try await database.registry.remove(device.id) }
            try await database.readings.deleteSeriesOfRetiredDevices()
            #expect(try await database.registry.load().retiredDevices == [lamp.id, plug.id])
            #expect(await database.readings.series(of: lamp.id).count == 1)
            #expect(await database.readings.series(of: plug.id).count == 1)
        }
    }
}
