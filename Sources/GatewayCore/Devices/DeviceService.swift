package import HomeModel
package import Logging

/// Adopts, changes and removes devices. Each act is authorized, written to the audit log and stored, and then reported
/// to the links.
package struct DeviceService: Sendable {
    /// The longest wait for a complete description, in seconds.
    private static let longestDescription = 10

    private let registry: HomeRegistry
    private let deviceStates: DeviceStateCache
    private let layouts: LayoutRegistry
    private let feed: LiveFeed
    private let actions: AuthorizedActions
    private let placement: DevicePlacementRights
    private let links: [any DeviceLink]
    private let issuer: any CredentialIssuer
    private let pairings: DevicePairingService

    package init(
        registry: HomeRegistry, people: PeopleRegistry, invitations: InvitationRegistry,
        deviceStates: DeviceStateCache, layouts: LayoutRegistry, feed: LiveFeed, actions: AuthorizedActions,
        links: [any DeviceLink], issuer: any CredentialIssuer, pairings: DevicePairingService
    ) {
        placement = DevicePlacementRights(people: people, invitations: invitations, actions: actions)
        self.registry = registry
        self.deviceStates = deviceStates
        self.layouts = layouts
        self.feed = feed
        self.actions = actions
        self.links = links
        self.issuer = issuer
        self.pairings = pairings
    }

    /// Adopts a discovered device. Without `name` it keeps its own name, reduced to the rules for names. Without
    /// `dialect` it is adopted in the dialect in which `id` was discovered.
    package func adopt(
        _ id: DeviceID, name: String?, room: String?, purposes: [PartID: Purpose], dialect: LinkKind? = nil,
        as identity: Identity
    ) async throws(ActionRefusal) -> Device {
        try await actions.require(.addDevices, of: identity)
        guard await registry.waiting(id) != nil else { throw .notFound }
        guard let found = await registry.waiting(id, in: dialect) else {
            throw .invalid(
                field: "dialect", code: "noSuchDialect", detail: "The device does not announce itself in that dialect.")
        }
        guard !found.description.parts.isEmpty else {
            throw .conflict("The device has not described itself yet; try again in a moment.")
        }
        try check(purposes, against: found.description)
        let name =
            try name.map { text throws(ActionRefusal) in try DisplayName.checked(text, field: "name") }
            ?? DisplayName(reducing: found.description.name, fallback: found.fallbackName)
        let checkedRoom = try room.map { text throws(ActionRefusal) in try DisplayName.checked(text, field: "room") }
        if let room = await existingRoom(named: checkedRoom) {
            try await placement.require(changing: [room], as: identity)
        }
        let deviceID = await registry.reserveID(for: name, fallback: found.id)
        let act: AuditedAction
        do throws(ActionRefusal) {
            act = try await actions.writeEntry(
                .deviceAdopt, by: identity, target: deviceID.rawValue, metadata: ["link": found.address.kind.rawValue])
        } catch {
            await registry.releaseID(deviceID)
            throw error
        }
        // From here on the log contains the id, so that no other device gets it.
        let adopted = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await registry.adopt(
                found, as: deviceID, name: name, room: roomID(checkedRoom), purposes: purposes,
                at: actions.clock.now())
        }
        guard let (device, availability) = adopted else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .notFound
        }
        await deviceStates.assume(availability, of: device.id)
        await updateLinks()
        return device
    }

    /// Changes the given properties and leaves the others.
    package func change(
        _ id: DeviceID, name: String?, room: String?, purposes: [PartID: Purpose]?, as identity: Identity
    ) async throws(ActionRefusal) -> Device {
        try await actions.require(.modifySettings, of: identity)
        guard let device = await registry.snapshot[id] else { throw .notFound }
        // Everything is checked first, so that the log contains no change that then does not happen.
        let name = try name.map { text throws(ActionRefusal) in try DisplayName.checked(text, field: "name") }
        let room = try room.map { text throws(ActionRefusal) in try DisplayName.checked(text, field: "room") }
        if let purposes { try check(purposes, against: device.description) }
        var move: [String: String] = [:]
        if let room {
            let (old, new) = (device.room, await existingRoom(named: room))
            move = ["from": old?.rawValue ?? "no room", "to": new?.rawValue ?? "a new room"]
            if new == nil || old != new {
                try await placement.require(changing: Set([old, new].compactMap(\.self)), as: identity)
            }
        }
        let written = try await actions.writeEntries(
            [
                name.map { _ in (.deviceRename, [:]) }, purposes.map { _ in (.settingsChange, ["act": "purpose"]) },
                room.map { _ in (.deviceMove, move) },
            ], by: identity, target: id.rawValue)
        let changed = try await actions.storing(for: written) { () async throws(StorageError) in
            let roomID = try await roomID(room)
            return try await registry.change(id) { device in
                if let name { device.name = name }
                if let roomID { device.room = roomID }
                if let purposes { device.setPurposes(purposes) }
            }
        }
        guard let changed else {
            await actions.recordFailure(of: written, .overtaken)
            throw .notFound
        }
        await updateLinks()
        return changed
    }

    /// Removes a device from the home. Its readings stay for their term. Its credential or its pairing ends now, unless
    /// another device uses it; the grants and denies that name the device end too.
    package func remove(_ id: DeviceID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity)
        let home = await registry.snapshot
        guard let device = home[id] else { throw .notFound }
        let root = device.address.root
        let pairing = await pairings.pairing(endingWith: device)
        // Other devices of a bridge may still use the same root. A device without a link has no credential either.
        let isLastOfRoot =
            device.address.kind.hasCredential
            && !home.devices.values.contains { $0.id != id && $0.address.kind.hasCredential && $0.address.root == root }
        try await placement.require(changing: Set([device.room].compactMap(\.self)), leaving: id, as: identity)
        var written = [try await actions.writeEntry(.deviceRemove, by: identity, target: id.rawValue)]
        if isLastOfRoot {
            do throws(ActionRefusal) {
                written.append(try await actions.writeEntry(.certificateRevoke, by: identity, target: root))
            } catch {
                await actions.recordFailure(of: written, .notAudited)
                throw error
            }
        }
        try await actions.storing(for: written) { () async throws(StorageError) in try await registry.remove(id) }
        await deviceStates.forget(id)
        await layouts.remove(id)
        await updateLinks()
        if isLastOfRoot {
            do {
                try await issuer.revoke(root)
            } catch {
                await actions.recordFailure(of: Array(written.dropFirst()), .notIssued)
                throw .conflict("“\(device.name)” is removed. \(error)")
            }
        }
        // The id is never given again, so rights that name it affect nothing until the next start ends them.
        try await placement.endRights(naming: id, as: identity)
        if let pairing { try await pairings.unpairRemoved(pairing, as: identity) }
    }

    /// Reports to every link which devices belong to the home; also called once at start.
    package func updateLinks() async {
        let home = await registry.snapshot
        for link in links {
            await link.follow(home.devices.values.filter { link.kinds.contains($0.address.kind) }, asOf: home.revision)
        }
        await feed.publish([.devicesChanged])
    }

    /// Stores new descriptions of adopted devices and reports them to the links, until cancelled; at most once a
    /// second, however often a device changes its description.
    package func run(logger: Logger) async {
        for await _ in registry.changedDescriptions {
            await waitForCompleteDescription()
            do throws(StorageError) {
                try await registry.storeDescriptions()
            } catch {
                logger.error("a device's description could not be stored", metadata: [LogKey.errorCode: "\(error)"])
            }
            await updateLinks()
        }
    }

    /// Waits until no new description has come for a second, because devices may describe themselves in pieces. The
    /// wait is limited, because a device may never stop.
    private func waitForCompleteDescription() async {
        for _ in 0..<Self.longestDescription {
            let count = await registry.redescriptionCount
            await actions.clock.sleep(for: .seconds(1))
            if await registry.redescriptionCount == count { return }
        }
    }

    /// Ends the rights that name devices which are not in this home. Called once, at the start.
    package func endRightsOfMissingDevices() async throws(ActionRefusal) {
        try await placement.endRightsOfMissingDevices(in: await registry.snapshot)
    }

    /// Returns nil when the room does not exist yet; no right can name such a room.
    private func existingRoom(named name: DisplayName?) async -> RoomID? {
        guard let name else { return nil }
        return await registry.snapshot.room(named: name)?.id
    }

    private func roomID(_ name: DisplayName?) async throws(StorageError) -> RoomID? {
        guard let name else { return nil }
        return try await registry.room(named: name).id
    }

    private func check(_ purposes: [PartID: Purpose], against description: DeviceDescription) throws(ActionRefusal) {
        if let unknown = purposes.keys.first(where: { description[$0] == nil }) {
            let parts = description.parts.map(\.id.rawValue).joined(separator: ", ")
            throw .invalid(
                field: "purposes", code: "noSuchPart",
                detail: "There is no part “\(unknown)”; this device has \(parts).")
        }
    }
}

extension DiscoveredDevice {
    /// The name of a device that has no usable name of its own.
    fileprivate var fallbackName: DisplayName {
        DisplayName(reducing: id.rawValue, fallback: DisplayName("Device" as StaticString))
    }
}
