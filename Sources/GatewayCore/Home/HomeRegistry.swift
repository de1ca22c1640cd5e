package import HomeModel
package import HomeStorage

/// What the home is made of: adopted devices and rooms (on disk first, then in memory), and what waits to be adopted.
package actor HomeRegistry {
    package static let maximumDiscovered = 2000
    /// One credential announces no more, so that it cannot crowd out the others. A large Zigbee network, told of in two
    /// dialects, is within.
    package static let maximumDiscoveredPerRoot = 600

    package private(set) var snapshot: HomeSnapshot
    /// What people call the home; nil while nobody said.
    private(set) var name: DisplayName?
    /// Ticks when an adopted device describes itself anew: `storeDescriptions` is due.
    nonisolated let redescriptions: AsyncStream<Void>
    /// How often one has since the start.
    private(set) var redescriptionCount = 0
    private var discovered: [LinkAddress: DiscoveredDevice] = [:]
    /// What adopted devices say of themselves now, until it is stored; of each the latest.
    private var redescribed: [DeviceID: (description: DeviceDescription, native: String?)] = [:]
    private var adopting: Set<LinkAddress> = []
    private var usedIDs: Set<DeviceID>
    private let store: RegistryStore
    private let redescription: AsyncStream<Void>.Continuation
    private let deviceWrites = WriteLine()
    private let nameWrites = WriteLine()

    package init(loading store: RegistryStore) async throws(StorageError) {
        let home = try await store.load()
        name = try await store.homeName()
        self.store = store
        (redescriptions, redescription) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        snapshot = HomeSnapshot(rooms: home.rooms, devices: home.devices)
        usedIDs = Set(home.devices.map(\.id)).union(home.retiredDevices)
    }

    /// What announced itself and is not adopted, oldest first; what several dialects speak of, once.
    package var waiting: [WaitingDevice] {
        WaitingDevice.grouping(discovered.values, adopted: snapshot.devices.values)
            .sorted { ($0.best.firstSeen, $0.best.id) < ($1.best.firstSeen, $1.best.id) }
    }

    /// A waiting device, in the dialect `kind` where it is given, else in its richest one.
    package func waiting(_ id: DeviceID, in kind: LinkKind? = nil) -> DiscoveredDevice? {
        guard let device = waiting.first(where: { $0.all.contains { $0.id == id } }) else { return nil }
        guard let kind else { return device.all.first { $0.id == id } }
        return device.all.first { $0.address.kind == kind }
    }

    /// Turns a discovered device into one of the home's, with an id of `mintID`. Also gives
    /// what the device said of itself until this moment: it may have got ready while its adoption was written down.
    package func adopt(
        _ found: DiscoveredDevice, as id: DeviceID, name: DisplayName, room: RoomID?, purposes: [PartID: Purpose],
        at now: Timestamp
    ) async throws(StorageError) -> (device: Device, availability: Availability)? {
        // Of two who adopt the same device at once, the second finds it gone.
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

    /// An id for a device that is to come; no other gets it, until it is given back.
    func mintID(for name: DisplayName, fallback: DeviceID = DeviceID("device" as StaticString)) -> DeviceID {
        let id = DeviceID(slugging: name.text, fallback: fallback, notIn: usedIDs)
        usedIDs.insert(id)
        return id
    }

    /// The device did not come.
    func giveBack(_ id: DeviceID) { usedIDs.remove(id) }

    package func add(_ device: Device) async throws(StorageError) {
        try await deviceWrites.inTurn { () async throws(StorageError) in
            try await store.save(device)
            snapshot.set(device)
        }
    }

    /// Changes a device as it is by then, on disk first; nil when it is not of the home any more.
    package func change(
        _ id: DeviceID, _ change: (inout Device) -> Void
    ) async throws(StorageError) -> Device? {
        try await deviceWrites.inTurn { () async throws(StorageError) in
            guard var device = snapshot[id] else { return nil }
            change(&device)
            guard device != snapshot[id] else { return device }
            try await store.save(device)
            snapshot.set(device)
            return device
        }
    }

    package func remove(_ id: DeviceID) async throws(StorageError) {
        try await deviceWrites.inTurn { () async throws(StorageError) in
            try await store.remove(id)
            snapshot.remove(id)
        }
    }

    func rename(to name: DisplayName) async throws(StorageError) {
        try await nameWrites.inTurn { () async throws(StorageError) in
            try await store.save(homeName: name)
            self.name = name
        }
    }

    package func save(_ room: Room) async throws(StorageError) {
        try await store.save(room)
        // One that was removed meanwhile stays removed.
        if snapshot.rooms[room.id] != nil { snapshot.set(room) }
    }

    /// Devices in the room are in none afterwards.
    package func remove(_ room: RoomID) async throws(StorageError) {
        try await store.remove(room)
        snapshot.remove(room)
    }

    /// The room with this name, whatever the case of its letters, or with this id; made when there is none.
    package func room(named name: DisplayName) async throws(StorageError) -> Room {
        if let room = snapshot.room(named: name) { return room }
        let id = RoomID(slugging: name.text, fallback: RoomID("room"), notIn: Set(snapshot.rooms.keys))
        let room = Room(id: id, name: name)
        try await store.save(room)
        snapshot.set(room)
        return room
    }
}

// MARK: - What links announce

extension HomeRegistry {
    /// Notes a description; true when it is news. Never waits for a disk, so that whoever brings it can go on to what is
    /// urgent.
    func described(
        _ address: LinkAddress, _ description: DeviceDescription, native: String?, at now: Timestamp
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

    /// Whether `description` has everything that is known of the device, or nothing is known of it.
    func isNew(_ description: DeviceDescription, of address: LinkAddress) -> Bool {
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

    /// Puts the new descriptions of adopted devices on disk and in force. What cannot be stored is tried again the next
    /// time.
    func storeDescriptions() async throws(StorageError) {
        for (id, new) in redescribed {
            _ = try await change(id) { $0 = $0.described(as: new.description, native: new.native) }
            // Unless it has said something else meanwhile: that has its own turn.
            if let latest = redescribed[id], latest == new { redescribed[id] = nil }
        }
    }

    /// Notes the availability of a device that is not adopted.
    func noteAvailability(_ availability: Availability, of address: LinkAddress, at now: Timestamp) {
        note(address, at: now) { $0.availability = availability }
    }

    /// A device took back its announcement.
    func forget(_ address: LinkAddress) { discovered[address] = nil }

    private func note(_ address: LinkAddress, at now: Timestamp, _ change: (inout DiscoveredDevice) -> Void) {
        guard discovered[address] != nil || hasRoom(for: address.root) else { return }
        var found = discovered[address] ?? fresh(address, at: now)
        found.lastSeen = now
        change(&found)
        discovered[address] = found
    }

    private func hasRoom(for root: String) -> Bool {
        discovered.count < Self.maximumDiscovered
            && discovered.keys.count { $0.root == root } < Self.maximumDiscoveredPerRoot
    }

    private func fresh(_ address: LinkAddress, at now: Timestamp) -> DiscoveredDevice {
        let id = DeviceID(
            slugging: address.foreignID, fallback: DeviceID("device"),
            notIn: Set(discovered.values.map(\.id)))
        return DiscoveredDevice(
            id: id, address: address, description: DeviceDescription(name: "", parts: []), nativeDescription: nil,
            availability: .unknown, firstSeen: now, lastSeen: now)
    }
}
