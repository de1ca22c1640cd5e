import Concurrency
package import HomeModel
package import HomeStore

/// The registry of the home: adopted devices and rooms (on disk first, then in memory), and the discovered devices that
/// wait to be adopted.
package actor HomeRegistry {
    package static let maximumDiscovered = 2000
    /// The limit for one credential, so that its devices cannot displace those of others. A large Zigbee network in two
    /// dialects is within it.
    package static let maximumDiscoveredPerRoot = 600

    package private(set) var snapshot: HomeSnapshot
    /// The name that a person gave the home; nil until then.
    private(set) var name: DisplayName?
    /// Yields when an adopted device has a new description: `storeDescriptions` is due.
    nonisolated let changedDescriptions: AsyncStream<Void>
    /// The number of new descriptions of adopted devices since the start.
    private(set) var redescriptionCount = 0
    private var discovered: [LinkAddress: DiscoveredDevice] = [:]
    /// The latest new description of each adopted device, until it is stored.
    private var redescribed: [DeviceID: (description: DeviceDescription, native: String?)] = [:]
    private var adopting: Set<LinkAddress> = []
    private var usedIDs: Set<DeviceID>
    private let store: RegistryStore
    private let detailLevel: @Sendable (LinkKind) -> Int
    private let redescription: AsyncStream<Void>.Continuation
    private let deviceWrites = AsyncLock()
    private let nameWrites = AsyncLock()

    /// `detailLevel` says how much of a device a dialect describes: see `AdoptionCandidate.grouping`.
    package init(
        loading store: RegistryStore, detailLevel: @escaping @Sendable (LinkKind) -> Int
    ) async throws(StorageError) {
        let home = try await store.load()
        name = try await store.homeName()
        self.store = store
        self.detailLevel = detailLevel
        (changedDescriptions, redescription) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        snapshot = HomeSnapshot(rooms: home.rooms, devices: home.devices)
        usedIDs = Set(home.devices.map(\.id)).union(home.retiredDevices)
    }

    /// The discovered devices that are not adopted, oldest first. A device in several dialects is one entry.
    package var waiting: [AdoptionCandidate] {
        AdoptionCandidate.grouping(
            discovered.values, adopted: snapshot.devices.values, detailLevel: detailLevel
        )
        .sorted { ($0.best.firstSeen, $0.best.id) < ($1.best.firstSeen, $1.best.id) }
    }

    /// Returns a waiting device in the dialect `kind`, or without `kind` in the dialect in which `id` was discovered.
    package func waiting(_ id: DeviceID, in kind: LinkKind? = nil) -> DiscoveredDevice? {
        guard let device = waiting.first(where: { $0.all.contains { $0.id == id } }) else { return nil }
        guard let kind else { return device.all.first { $0.id == id } }
        return device.all.first { $0.address.kind == kind }
    }

    /// Adopts a discovered device under an id of `reserveID`, and returns it with its last availability. The device may
    /// have described itself further while its adoption was written down: that description is stored too. Returns nil
    /// when another request adopts the device, or it is no longer discovered.
    package func adopt(
        _ found: DiscoveredDevice, as id: DeviceID, name: DisplayName, room: RoomID?, purposes: [PartID: Purpose],
        at now: Timestamp
    ) async throws(StorageError) -> (device: Device, availability: Availability)? {
        // Of two requests that adopt the same device at once, the second gets nil.
        guard discovered[found.address] != nil, adopting.insert(found.address).inserted else { return nil }
        defer { adopting.remove(found.address) }
        let device = Device(
            id: id, name: name, room: room, address: found.address, description: found.description,
            purposes: purposes, nativeDescription: found.nativeDescription, adoptedAt: now)
        try await add(device)
        let last = discovered.removeValue(forKey: found.address) ?? found
        redescribe(device, as: last.description, native: last.nativeDescription)
        return (device, last.availability)
    }

    /// Reserves an id for a new device. No other device gets the id, unless it is given back.
    func reserveID(for name: DisplayName, fallback: DeviceID = DeviceID("device" as StaticString)) -> DeviceID {
        let id = DeviceID(slugging: name.text, fallback: fallback, notIn: usedIDs)
        usedIDs.insert(id)
        return id
    }

    /// Releases the id of a device that was not adopted.
    func releaseID(_ id: DeviceID) { usedIDs.remove(id) }

    /// Adds a device, on disk first.
    package func add(_ device: Device) async throws(StorageError) {
        try await deviceWrites.withLock { () async throws(StorageError) in
            try await store.save(device)
            snapshot.set(device)
        }
    }

    /// Changes the current state of a device, on disk first; returns nil when the home does not have the device any
    /// more.
    package func change(
        _ id: DeviceID, change: (inout Device) -> Void
    ) async throws(StorageError) -> Device? {
        try await deviceWrites.withLock { () async throws(StorageError) in
            guard var device = snapshot[id] else { return nil }
            change(&device)
            guard device != snapshot[id] else { return device }
            try await store.save(device)
            snapshot.set(device)
            return device
        }
    }

    /// Removes a device, on disk first. Its id is never given again.
    package func remove(_ id: DeviceID) async throws(StorageError) {
        try await deviceWrites.withLock { () async throws(StorageError) in
            try await store.remove(id)
            snapshot.remove(id)
        }
    }

    func rename(to name: DisplayName) async throws(StorageError) {
        try await nameWrites.withLock { () async throws(StorageError) in
            try await store.save(homeName: name)
            self.name = name
        }
    }

    /// Stores a changed room, on disk first.
    package func save(_ room: Room) async throws(StorageError) {
        try await store.save(room)
        // A room that was removed meanwhile stays removed.
        if snapshot.rooms[room.id] != nil { snapshot.set(room) }
    }

    /// Removes a room; its devices are in no room afterwards.
    package func remove(_ room: RoomID) async throws(StorageError) {
        try await store.remove(room)
        snapshot.remove(room)
    }

    /// Returns the room with this name, in any case of letters, or with this id. Creates the room when there is none.
    package func room(named name: DisplayName) async throws(StorageError) -> Room {
        if let room = snapshot.room(named: name) { return room }
        let id = RoomID(slugging: name.text, fallback: RoomID("room"), notIn: Set(snapshot.rooms.keys))
        let room = Room(id: id, name: name)
        try await store.save(room)
        snapshot.set(room)
        return room
    }
}

// MARK: - Announcements from links

extension HomeRegistry {
    /// Records a description, and returns whether it is new. This never waits for a disk, so that the caller can
    /// continue with urgent work.
    func described(
        _ address: LinkAddress, description: DeviceDescription, native: String?, at now: Timestamp
    ) -> Bool {
        if let device = snapshot.device(at: address) { return redescribe(device, as: description, native: native) }
        let last = discovered[address]
        note(address, at: now) { found in
            found.description = description
            found.nativeDescription = native
        }
        return discovered[address].map {
            (last?.description, last?.nativeDescription) != ($0.description, $0.nativeDescription)
        }
            ?? false
    }

    /// Whether `description` contains everything that is known of the device, or nothing is known of it.
    func coversKnownDescription(_ description: DeviceDescription, of address: LinkAddress) -> Bool {
        let known = snapshot.device(at: address)?.description ?? discovered[address]?.description
        return known?.parts.allSatisfy { part in
            let names = Set(description[part.id]?.capabilities.map(\.name) ?? [])
            return part.capabilities.allSatisfy { names.contains($0.name) }
        } ?? true
    }

    @discardableResult
    private func redescribe(_ device: Device, as description: DeviceDescription, native: String?) -> Bool {
        let isNew = device.described(as: description, native: native) != device
        redescribed[device.id] = isNew ? (description, native) : nil
        guard isNew else { return false }
        redescriptionCount += 1
        redescription.yield()
        return true
    }

    /// Stores the new descriptions of adopted devices and puts them in force. A description that cannot be stored is
    /// tried again the next time.
    func storeDescriptions() async throws(StorageError) {
        for (id, new) in redescribed {
            _ = try await change(id) { $0 = $0.described(as: new.description, native: new.native) }
            // A description that came meanwhile is stored by the next call.
            if let latest = redescribed[id], latest == new { redescribed[id] = nil }
        }
    }

    /// Records the availability of a device that is not adopted.
    func noteAvailability(_ availability: Availability, of address: LinkAddress, at now: Timestamp) {
        note(address, at: now) { $0.availability = availability }
    }

    /// Removes a discovered device, because its announcement was cleared.
    func forget(_ address: LinkAddress) { discovered[address] = nil }

    private func note(_ address: LinkAddress, at now: Timestamp, change: (inout DiscoveredDevice) -> Void) {
        guard discovered[address] != nil || hasCapacity(for: address.root) else { return }
        var found = discovered[address] ?? fresh(address, at: now)
        found.lastSeen = now
        change(&found)
        discovered[address] = found
    }

    private func hasCapacity(for root: String) -> Bool {
        discovered.count < Self.maximumDiscovered
            && discovered.keys.count { $0.root == root } < Self.maximumDiscoveredPerRoot
    }

    private func fresh(_ address: LinkAddress, at now: Timestamp) -> DiscoveredDevice {
        let id = DeviceID(
            slugging: address.idText, fallback: DeviceID("device"),
            notIn: Set(discovered.values.map(\.id)))
        return DiscoveredDevice(
            id: id, address: address, description: DeviceDescription(name: "", parts: []), nativeDescription: nil,
            availability: .unknown, firstSeen: now, lastSeen: now)
    }
}

/// The name of the home. Changing it requires the right to change settings.
package struct HomeNameService: Sendable {
    let registry: HomeRegistry
    let feed: LiveFeed
    let actions: AuthorizedActions
    /// The name until a person sets one.
    let configured: String

    package init(registry: HomeRegistry, feed: LiveFeed, actions: AuthorizedActions, configured: String) {
        self.registry = registry
        self.feed = feed
        self.actions = actions
        self.configured = configured
    }

    package var name: String {
        get async { await registry.name?.text ?? configured }
    }

    /// Sets the name of the home, and shows the change to readers of the feed.
    package func rename(to text: String, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        let name = try DisplayName.checked(text, field: "name")
        let act = try await actions.writeEntry(
            .settingsChange, by: identity, metadata: ["act": "renameHome", "name": name.text])
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await registry.rename(to: name) }
        await feed.publish([.homeChanged])
    }
}
