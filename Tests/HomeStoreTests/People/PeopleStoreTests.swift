import Foundation
import GRDB
import HomeModel
import Testing

import StorageFixtures
@testable import HomeStore
import SQLiteDatabase

struct PeopleStoreTests {
    @Test func peopleAndGrantsAreLoadedAsSaved() async throws {
        try await withDatabase { database in
            let ada = try person("ada", role: .owner)
            let gus = try person("gus", role: .guest)
            let grants = try [
                grant("a", person: gus, conditions: AccessConditions()),
                grant(
                    "b", person: gus, effect: .deny,
                    conditions: AccessConditions(
                        notBefore: Timestamp(milliseconds: .min), notAfter: Timestamp(milliseconds: .max),
                        windows: [WeeklyWindow(weekdays: [2, 7], fromMinute: 1320, toMinute: 360)], maximumUses: .max)),
            ]
            for person in [ada, gus] { try await database.people.add(person) }
            for grant in grants { try await database.people.add(grant) }
            let loaded = try await database.people.load()
            #expect(loaded.people == [ada, gus])
            #expect(loaded.grants == grants)
        }
    }

    @Test func changedRoleKeepsTheGrants() async throws {
        try await withDatabase { database in
            var gus = try person("gus", role: .guest)
            let grant = try grant("a", person: gus)
            try await database.people.add(gus)
            try await database.people.add(grant)
            gus.role = .member
            try await database.people.update(gus.id, name: nil, role: .member)
            let loaded = try await database.people.load()
            #expect(loaded.people == [gus])
            #expect(loaded.grants == [grant])
        }
    }

    @Test func usesOfAGrantAreStored() async throws {
        try await withDatabase { database in
            let gus = try person("gus", role: .guest)
            var grant = try grant("a", person: gus)
            try await database.people.add(gus)
            try await database.people.add(grant)
            grant.uses += 1
            try await database.people.updateUses(of: grant)
            #expect(try await database.people.load().grants == [grant])
        }
    }

    @Test func newNameKeepsTheRole() async throws {
        try await withDatabase { database in
            var gus = try person("gus", role: .guest)
            try await database.people.add(gus)
            gus.name = try DisplayName("Gustav")
            try await database.people.update(gus.id, name: gus.name, role: nil)
            #expect(try await database.people.load().people == [gus])
        }
    }

    @Test func changedGrantKeepsItsUses() async throws {
        try await withDatabase { database in
            let gus = try person("gus", role: .guest)
            var used = try grant("a", person: gus)
            try await database.people.add(gus)
            try await database.people.add(used)
            used.uses = 7
            try await database.people.updateUses(of: used)
            var change = GrantChange()
            change.permissions = [.viewEnvironment]
            change.rooms = []
            change.notAfter = Timestamp(milliseconds: 1)
            change.windows = [WeeklyWindow(weekdays: [1], fromMinute: 0, toMinute: 60)]
            change.maximumUses = 9
            let changed = change.applied(to: try grant("a", person: gus))
            try await database.people.update(changed)
            #expect(try await database.people.load().grants == [changed.withUses(7)])
        }
    }

    @Test func updatesDoNotRestoreRemovedPeopleOrGrants() async throws {
        try await withDatabase { database in
            let gus = try person("gus", role: .guest)
            let grant = try grant("a", person: gus)
            try await database.people.add(gus)
            try await database.people.add(grant)
            try await database.people.remove(grant.id)
            try await database.people.updateUses(of: grant)
            try await database.people.update(grant)
            #expect(try await database.people.load().grants.isEmpty)
            try await database.people.remove(gus.id, retiring: PersonIDHash(rawValue: "gus"))
            try await database.people.update(gus.id, name: gus.name, role: .owner)
            #expect(try await database.people.load().people.isEmpty)
        }
    }

    @Test func removingAPersonRemovesTheirGrants() async throws {
        try await withDatabase { database in
            let gus = try person("gus", role: .guest)
            let eve = try person("eve", role: .guest)
            for person in [gus, eve] { try await database.people.add(person) }
            for grant in try [grant("a", person: gus), grant("b", person: gus), grant("c", person: eve)] {
                try await database.people.add(grant)
            }
            try await database.people.remove(try #require(GrantID("a")))
            #expect(try await database.people.load().grants.map(\.id.rawValue) == ["b", "c"])
            try await database.people.remove(gus.id, retiring: PersonIDHash(rawValue: "gus"))
            let loaded = try await database.people.load()
            #expect(loaded.people == [eve])
            #expect(loaded.grants.map(\.id.rawValue) == ["c"])
        }
    }

    @Test func lastTimeZoneIsStored() async throws {
        try await withDatabase { database in
            #expect(try await database.people.timeZone() == nil)
            for name in ["Asia/Tokyo", "Europe/Stockholm"] {
                try await database.people.save(timeZone: #require(TimeZone(iana: name)))
            }
            #expect(try await database.people.timeZone()?.identifier == "Europe/Stockholm")
        }
    }

    /// The machine may know fewer time zones after a change of its system.
    @Test func storedTimeZoneThatIsNotKnownCountsAsNone() async throws {
        try await withDatabase { database in
            try await database.pool.write { db in
                try db.execute(sql: "INSERT INTO home_time_zone (zone) VALUES ('Mars/Olympus')")
            }
            #expect(try await database.people.timeZone() == nil)
        }
    }

    private func person(_ id: String, role: Role) throws -> Person {
        Person(id: try #require(PersonID(id)), name: try DisplayName("Name of \(id)"), role: role)
    }

    private func grant(
        _ id: String, person: Person, effect: Grant.Effect = .allow, conditions: AccessConditions = AccessConditions()
    ) throws -> Grant {
        Grant(
            id: try #require(GrantID(id)), person: person.id, effect: effect,
            permissions: [.controlDevices, .viewEnergy],
            selector: AccessSelector(
                rooms: [try #require(RoomID("kitchen"))], devices: [try #require(DeviceID("lamp"))],
                capabilities: [.switch, .lock]), conditions: conditions)
    }
}
