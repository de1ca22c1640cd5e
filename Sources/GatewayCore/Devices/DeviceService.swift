package import HomeModel
import HomeStorage
package import Logging

/// Adopting, renaming, moving and removing devices: decided, written down, stored, then told to the links.
package struct DeviceService: Sendable {
    private let registry: HomeRegistry
    private let board: StateBoard
    private let feed: LiveFeed
    private let acts: AuditedActs
    private let links: [any DeviceLink]
    private let issuer: any CredentialIssuer

    package init(
        registry: HomeRegistry, board: StateBoard, feed: LiveFeed, acts: AuditedActs, links: [any DeviceLink],
        issuer: any CredentialIssuer
    ) {
        self.registry = registry
        self.board = board
        self.feed = feed
        self.acts = acts
        self.links = links
        self.issuer = issuer
    }

    /// Takes a discovered device into the home. Without a name it gets its own, reduced to the name rule; without a
    /// dialect the one that says most of it.
    package func adopt(
        _ id: DeviceID, name: String?, room: String?, purposes: [PartID: Purpose], dialect: LinkKind? = nil,
        as identity: Identity
    ) async throws(ActRefusal) -> Device {
        try await acts.require(.addDevices, of: identity)
        guard await registry.waiting(id) != nil else { throw .notFound }
        guard let found = await registry.waiting(id, in: dialect) else {
            throw .invalid(
                field: "dialect", code: "noSuchDialect", detail: "The device does not speak that dialect.")
        }
        guard !found.description.parts.isEmpty else {
            throw .conflict("The device has not described itself yet; try again in a moment.")
        }
        try check(purposes, against: found.description)
        let name =
            try name.map { text throws(ActRefusal) in try DisplayName.checked(text, field: "name") }
            ?? DisplayName(reducing: found.description.name, fallback: found.fallbackName)
        let checkedRoom = try room.map { text throws(ActRefusal) in try DisplayName.checked(text, field: "room") }
        try await acts.writeDown(
            .deviceAdopt, by: identity, target: found.id.rawValue, metadata: ["link": found.address.kind.rawValue])
        let adopted = try await acts.storing { () async throws(StorageError) in
            try await registry.adopt(
                found, name: name, room: roomID(checkedRoom), purposes: purposes, at: acts.clock.now())
        }
        guard let (device, availability) = adopted else { throw .notFound }
        await board.assume(availability, of: device.id)
        await tellLinks()
        return device
    }

    /// Changes what is given and leaves the rest.
    package func change(
        _ id: DeviceID, name: String?, room: String?, purposes: [PartID: Purpose]?, as identity: Identity
    ) async throws(ActRefusal) -> Device {
        try await acts.require(.modifySettings, of: identity)
        guard var device = await registry.snapshot[id] else { throw .notFound }
        // All of it is checked first: the log says nothing of what then does not happen.
        let name = try name.map { text throws(ActRefusal) in try DisplayName.checked(text, field: "name") }
        let room = try room.map { text throws(ActRefusal) in try DisplayName.checked(text, field: "room") }
        if let purposes { try check(purposes, against: device.description) }
        if let name {
            device.name = name
            try await acts.writeDown(.deviceRename, by: identity, target: id.rawValue)
        }
        if let purposes {
            device.description = device.description.answering(purposes)
            try await acts.writeDown(.settingsChange, by: identity, target: id.rawValue, metadata: ["act": "purpose"])
        }
        if let room {
            try await acts.writeDown(.deviceMove, by: identity, target: id.rawValue)
            device.room = try await acts.storing { () async throws(StorageError) in try await roomID(room) }
        }
        let changed = device
        try await acts.storing { () async throws(StorageError) in try await registry.save(changed) }
        await tellLinks()
        return changed
    }

    /// Takes a device out of the home; its readings stay for their term, its credential ends now.
    package func remove(_ id: DeviceID, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.addDevices, of: identity)
        let home = await registry.snapshot
        guard let device = home[id] else { throw .notFound }
        let root = device.address.root
        // A bridge's other children still speak below the same root; what has no link has no credential either.
        let isLastOfRoot =
            device.address.kind.isLive
            && !home.devices.values.contains { $0.id != id && $0.address.kind.isLive && $0.address.root == root }
        try await acts.writeDown(.deviceRemove, by: identity, target: id.rawValue)
        if isLastOfRoot { try await acts.writeDown(.certificateRevoke, by: identity, target: root) }
        try await acts.storing { () async throws(StorageError) in try await registry.remove(id) }
        await board.forget(id)
        await tellLinks()
        guard isLastOfRoot else { return }
        do {
            try await issuer.revoke(root)
        } catch {
            throw .conflict("“\(device.name)” is removed. \(error)")
        }
    }

    /// Tells every link which devices are the home's; also called once at start.
    package func tellLinks() async {
        let home = await registry.snapshot
        for link in links {
            await link.follow(home.devices.values.filter { link.kinds.contains($0.address.kind) }, asOf: home.revision)
        }
        await feed.show([.devicesChanged])
    }

    /// Stores what devices newly say of themselves and tells the links, until cancelled; once a second at most, however
    /// often a device changes its mind. A device that describes itself piece by piece is complete by then.
    package func run(_ descriptionChanges: AsyncStream<Void>, logger: Logger) async {
        for await _ in descriptionChanges {
            await acts.clock.sleep(for: .seconds(1))
            do throws(StorageError) {
                try await registry.storeDescriptions()
            } catch {
                logger.error("a device's description could not be stored", metadata: [LogKey.errorCode: "\(error)"])
            }
            await tellLinks()
        }
    }

    private func roomID(_ name: DisplayName?) async throws(StorageError) -> RoomID? {
        guard let name else { return nil }
        return try await registry.room(named: name).id
    }

    private func check(_ purposes: [PartID: Purpose], against description: DeviceDescription) throws(ActRefusal) {
        if let unknown = purposes.keys.first(where: { description[$0] == nil }) {
            let parts = description.parts.map(\.id.rawValue).joined(separator: ", ")
            throw .invalid(
                field: "purposes", code: "noSuchPart",
                detail: "There is no part “\(unknown)”; this device has \(parts).")
        }
    }
}

extension DiscoveredDevice {
    /// What a device is called that has no usable name of its own.
    fileprivate var fallbackName: DisplayName {
        DisplayName(reducing: id.rawValue, fallback: DisplayName("Device" as StaticString))
    }
}
