import HomeModel
import Testing

@testable import HomeStore
@testable import GatewayCore

@Suite struct RoomServiceTests {
    private func rooms(_ home: CoreHome) -> RoomService {
        RoomService(
            registry: home.registry, people: home.people, layouts: home.core.layouts, feed: home.feed,
            actions: home.actions)
    }

    @Test func roomIsAddedRenamedAndRemovedWithoutItsDevices() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let lamp = DeviceID("lamp" as StaticString)
            try await home.add(lamp, capabilities: [.lamp])
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

    @Test func roomNameIsUnique() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let hall = try await rooms(home).add(name: "Hall", as: console)
            _ = try await rooms(home).add(name: "Attic", as: console)
            await #expect(throws: ActionRefusal.self) { try await rooms(home).add(name: "Hall", as: console) }
            await #expect(throws: ActionRefusal.self) {
                try await rooms(home).rename(hall.id, name: "Attic", as: console)
            }
        }
    }

    /// Two rooms whose names differ only in case are a mistake, and a grant for one would not hold for the other.
    @Test func roomIsFoundIgnoringCase() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let lamp = DeviceID("lamp" as StaticString)
            try await home.add(lamp, capabilities: [.lamp])
            let room = try await rooms(home).add(name: "Living room", as: console)
            await #expect(throws: ActionRefusal.self) { try await rooms(home).add(name: "LIVING ROOM", as: console) }
            for name in ["living room", "Living room", "living-room"] {
                let moved = try await home.devices.change(lamp, name: nil, room: name, purposes: nil, as: console)
                #expect(moved.room == room.id, "\(name)")
            }
            #expect(await home.registry.snapshot.rooms.count == 1)
            #expect(try await rooms(home).rename(room.id, name: "LIVING room", as: console).name.text == "LIVING room")
        }
    }

    /// Otherwise the next room of that name would inherit the grants.
    @Test func roomOfAGrantCannotBeRemoved() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let hall = try await rooms(home).add(name: "Hall", as: console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let grant = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(rooms: [hall.id])),
                as: console)
            await #expect(throws: ActionRefusal.self) { try await rooms(home).remove(hall.id, as: console) }
            try await home.grants.revoke(grant.id, effect: .allow, as: console)
            try await rooms(home).remove(hall.id, as: console)
        }
    }

    @Test func memberCannotAddARoom() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let bo = try await home.peopleService.add(name: "Bo", role: .member, as: console).id
            await #expect(throws: ActionRefusal.self) {
                try await rooms(home).add(name: "Hall", as: CoreHome.identity(bo))
            }
        }
    }
}
