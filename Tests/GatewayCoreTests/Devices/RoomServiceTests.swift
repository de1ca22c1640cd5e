import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

@Suite struct RoomServiceTests {
    private func rooms(_ home: CoreHome) -> RoomService {
        RoomService(registry: home.registry, people: home.people, feed: home.feed, acts: home.acts)
    }

    @Test func aRoomIsMadeRenamedAndRemovedWithItsDevicesLeftStanding() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let lamp = DeviceID("lamp" as StaticString)
            try await home.add(lamp, [.lamp])
            let hall = try await rooms(home).add(name: "Hall", as: console)
            _ = try await home.devices.change(lamp, name: nil, room: "Hall", purposes: nil, as: console)
            #expect(await home.registry.snapshot[lamp]?.room == hall.id)
            #expect(try await rooms(home).rename(hall.id, name: "Entrance", as: console).id == hall.id)
            try await rooms(home).remove(hall.id, as: console)
            let kept = try await home.database.registry.load()
            #expect(kept.rooms.isEmpty && kept.devices.map(\.room) == [nil])
            #expect(await home.registry.snapshot[lamp]?.room == nil)
        }
    }

    @Test func aNameIsTakenOnce() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let hall = try await rooms(home).add(name: "Hall", as: console)
            _ = try await rooms(home).add(name: "Attic", as: console)
            await #expect(throws: ActRefusal.self) { try await rooms(home).add(name: "Hall", as: console) }
            await #expect(throws: ActRefusal.self) {
                try await rooms(home).rename(hall.id, name: "Attic", as: console)
            }
        }
    }

    /// Two rooms that differ in their case only are a mistake, and one of them would escape the grants for the other.
    @Test func aNameIsFoundWhateverItsCase() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let lamp = DeviceID("lamp" as StaticString)
            try await home.add(lamp, [.lamp])
            let room = try await rooms(home).add(name: "Living room", as: console)
            await #expect(throws: ActRefusal.self) { try await rooms(home).add(name: "LIVING ROOM", as: console) }
            for name in ["living room", "Living room", "living-room"] {
                let moved = try await home.devices.change(lamp, name: nil, room: name, purposes: nil, as: console)
                #expect(moved.room == room.id, "\(name)")
            }
            #expect(await home.registry.snapshot.rooms.count == 1)
            #expect(try await rooms(home).rename(room.id, name: "LIVING room", as: console).name.text == "LIVING room")
        }
    }

    /// Else the next room of that name would inherit who may do what in it.
    @Test func aRoomThatAGrantNamesStays() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let hall = try await rooms(home).add(name: "Hall", as: console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let grant = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(rooms: [hall.id])),
                as: console)
            await #expect(throws: ActRefusal.self) { try await rooms(home).remove(hall.id, as: console) }
            try await home.grants.revoke(grant.id, .allow, as: console)
            try await rooms(home).remove(hall.id, as: console)
        }
    }

    @Test func aMemberFurnishesNothing() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let bo = try await home.peopleService.add(name: "Bo", role: .member, as: console).id
            await #expect(throws: ActRefusal.self) {
                try await rooms(home).add(name: "Hall", as: CoreHome.identity(bo))
            }
        }
    }
}
