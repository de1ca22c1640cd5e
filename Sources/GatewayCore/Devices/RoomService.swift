package import HomeModel

/// Adds, renames and removes rooms. Each act requires the right to change settings.
package struct RoomService: Sendable {
    let registry: HomeRegistry
    let people: PeopleRegistry
    let layouts: LayoutRegistry
    let feed: LiveFeed
    let actions: AuthorizedActions

    package init(
        registry: HomeRegistry, people: PeopleRegistry, layouts: LayoutRegistry, feed: LiveFeed,
        actions: AuthorizedActions
    ) {
        self.registry = registry
        self.people = people
        self.layouts = layouts
        self.feed = feed
        self.actions = actions
    }

    /// Adds a room. Throws `.conflict` when another room has this name.
    package func add(name: String, as identity: Identity) async throws(ActionRefusal) -> Room {
        try await actions.require(.modifySettings, of: identity)
        let name = try await checked(name)
        let act = try await actions.writeEntry(
            .settingsChange, by: identity, metadata: ["act": "addRoom", "name": name.text])
        let room = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await registry.room(named: name)
        }
        await feed.publish([.devicesChanged])
        return room
    }

    /// Renames a room. Throws `.conflict` when another room has this name.
    package func rename(_ id: RoomID, name: String, as identity: Identity) async throws(ActionRefusal) -> Room {
        try await actions.require(.modifySettings, of: identity)
        guard var room = await registry.snapshot.rooms[id] else { throw .notFound }
        let oldName = room.name
        room.name = try await checked(name, of: id)
        let renamed = room
        let act = try await actions.writeEntry(
            .settingsChange, by: identity, target: id.rawValue,
            metadata: ["act": "renameRoom", "oldName": oldName.text, "name": renamed.name.text])
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await registry.save(renamed) }
        await feed.publish([.devicesChanged])
        return room
    }

    /// Removes a room; its devices are in no room afterwards. Throws `.conflict` while a grant or deny names the room,
    /// because another room might get its id.
    package func remove(_ id: RoomID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        guard let room = await registry.snapshot.rooms[id] else { throw .notFound }
        let (isFree, grant) = await people.beginRemoval(of: id)
        guard isFree else {
            throw .conflict(
                grant.map { "\($0) names this room; revoke it first." }
                    ?? "Another request is adding a grant for this room, or removing the room; try again.")
        }
        do throws(ActionRefusal) {
            let act = try await actions.writeEntry(
                .settingsChange, by: identity, target: id.rawValue,
                metadata: ["act": "removeRoom", "name": room.name.text])
            try await actions.storing(for: [act]) { () async throws(StorageError) in try await registry.remove(id) }
            await layouts.remove(id)
        } catch {
            await people.endRemoval(of: id)
            throw error
        }
        await people.endRemoval(of: id)
        await feed.publish([.devicesChanged])
    }

    /// Returns the name if no other room has it, in any case of letters. A room may change the case of its own name.
    private func checked(_ text: String, of room: RoomID? = nil) async throws(ActionRefusal) -> DisplayName {
        let name = try DisplayName.checked(text, field: "name")
        if let other = await registry.snapshot.room(named: name), other.id != room {
            throw .conflict(
                "There is already a room “\(other.name)” (\(other.id)); names must differ in more than their case.")
        }
        return name
    }
}
