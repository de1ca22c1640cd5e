package import HomeModel
import HomeStorage

/// Rooms, made and named by who changes settings.
package struct RoomService: Sendable {
    let registry: HomeRegistry
    let people: PeopleRegister
    let feed: LiveFeed
    let acts: AuditedActs

    package init(registry: HomeRegistry, people: PeopleRegister, feed: LiveFeed, acts: AuditedActs) {
        self.registry = registry
        self.people = people
        self.feed = feed
        self.acts = acts
    }

    package func add(name: String, as identity: Identity) async throws(ActRefusal) -> Room {
        try await acts.require(.modifySettings, of: identity)
        let name = try await checked(name)
        let act = try await acts.writeDown(.settingsChange, by: identity, metadata: ["act": "addRoom"])
        let room = try await acts.storing(for: [act]) { () async throws(StorageError) in
            try await registry.room(named: name)
        }
        await feed.show([.devicesChanged])
        return room
    }

    package func rename(_ id: RoomID, name: String, as identity: Identity) async throws(ActRefusal) -> Room {
        try await acts.require(.modifySettings, of: identity)
        guard var room = await registry.snapshot.rooms[id] else { throw .notFound }
        room.name = try await checked(name, of: id)
        let renamed = room
        let act = try await acts.writeDown(
            .settingsChange, by: identity, target: id.rawValue, metadata: ["act": "renameRoom"])
        try await acts.storing(for: [act]) { () async throws(StorageError) in try await registry.save(renamed) }
        await feed.show([.devicesChanged])
        return room
    }

    /// Its devices are in no room afterwards. Refused while a grant or deny names it: another room might get its id.
    package func remove(_ id: RoomID, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.modifySettings, of: identity)
        guard await registry.snapshot.rooms[id] != nil else { throw .notFound }
        let (isFree, grant) = await people.beginRemoval(of: id)
        guard isFree else {
            throw .conflict(
                grant.map { "\($0) names this room; revoke it first." }
                    ?? "A grant for this room is being given, or the room is being removed; try again.")
        }
        do throws(ActRefusal) {
            let act = try await acts.writeDown(
                .settingsChange, by: identity, target: id.rawValue, metadata: ["act": "removeRoom"])
            try await acts.storing(for: [act]) { () async throws(StorageError) in try await registry.remove(id) }
        } catch {
            await people.endRemoval(of: id)
            throw error
        }
        await people.endRemoval(of: id)
        await feed.show([.devicesChanged])
    }

    /// A name that no other room has. A room may get its own in another case.
    private func checked(_ text: String, of room: RoomID? = nil) async throws(ActRefusal) -> DisplayName {
        let name = try DisplayName.checked(text, field: "name")
        if let other = await registry.snapshot.room(named: name), other.id != room {
            throw .conflict(
                "There is already a room “\(other.name)” (\(other.id)); names must differ in more than their case.")
        }
        return name
    }
}
