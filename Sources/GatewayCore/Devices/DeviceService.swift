package import HomeModel
import HomeStorage
package import Logging

/// Adopting, renaming, moving and removing devices: decided, written down, stored, then told to the links.
package struct DeviceService: Sendable {
    /// Seconds.
    private static let longestDescription = 10

    private let registry: HomeRegistry
    private let board: StateBoard
    private let feed: LiveFeed
    private let acts: AuditedActs
    private let placement: DevicePlacement
    private let links: [any DeviceLink]
    private let issuer: any CredentialIssuer

    package init(
        registry: HomeRegistry, people: PeopleRegister, board: StateBoard, feed: LiveFeed, acts: AuditedActs,
        links: [any DeviceLink], issuer: any CredentialIssuer
    ) {
        placement = DevicePlacement(people: people, acts: acts)
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
        if let room = await existingRoom(named: checkedRoom) {
            try await placement.require(changing: [room], as: identity)
        }
        let deviceID = await registry.mintID(for: name, fallback: found.id)
        let act: WrittenAct
        do throws(ActRefusal) {
            act = try await acts.writeDown(
                .deviceAdopt, by: identity, target: deviceID.rawValue, metadata: ["link": found.address.kind.rawValue])
        } catch {
            await registry.giveBack(deviceID)
            throw error
        }
        // From here on the log speaks of the id, so that no other device gets it.
        let adopted = try await acts.storing(for: [act]) { () async throws(StorageError) in
            try await registry.adopt(
                found, as: deviceID, name: name, room: roomID(checkedRoom), purposes: purposes,
                at: acts.clock.now())
        }
        guard let (device, availability) = adopted else {
            await acts.noteFailure(of: [act], .overtaken)
            throw .notFound
        }
        await board.assume(availability, of: device.id)
        await tellLinks()
        return device
    }

    /// Changes what is given and leaves the rest.
    package func change(
        _ id: DeviceID, name: String?, room: String?, purposes: [PartID: Purpose]?, as identity: Identity
    ) async throws(ActRefusal) -> Device {
        try await acts.require(.modifySettings, of: identity)
        guard let device = await registry.snapshot[id] else { throw .notFound }
        // All of it is checked first: the log says nothing of what then does not happen.
        let name = try name.map { text throws(ActRefusal) in try DisplayName.checked(text, field: "name") }
        let room = try room.map { text throws(ActRefusal) in try DisplayName.checked(text, field: "room") }
        if let purposes { try check(purposes, against: device.description) }
        var move: [String: String] = [:]
        if let room {
            let (old, new) = (device.room, await existingRoom(named: room))
            move = ["from": old?.rawValue ?? "no room", "to": new?.rawValue ?? "a new room"]
            if new == nil || old != new {
                try await placement.require(changing: Set([old, new].compactMap(\.self)), as: identity)
            }
        }
        let written = try await acts.writeAllDown(
            [
                name.map { _ in (.deviceRename, [:]) }, purposes.map { _ in (.settingsChange, ["act": "purpose"]) },
                room.map { _ in (.deviceMove, move) },
            ], by: identity, target: id.rawValue)
        let changed = try await acts.storing(for: written) { () async throws(StorageError) in
            let roomID = try await roomID(room)
            return try await registry.change(id) { device in
                if let name { device.name = name }
                if let roomID { device.room = roomID }
                if let purposes { device.answer(purposes) }
            }
        }
        guard let changed else {
            await acts.noteFailure(of: written, .overtaken)
            throw .notFound
        }
        await tellLinks()
        return changed
    }

    /// Takes a device out of the home; its readings stay for their term, its credential ends now, and so do the grants and
    /// denies that name it.
    package func remove(_ id: DeviceID, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.addDevices, of: identity)
        let home = await registry.snapshot
        guard let device = home[id] else { throw .notFound }
        let root = device.address.root
        // A bridge's other children still speak below the same root; what has no link has no credential either.
        let isLastOfRoot =
            device.address.kind.isLive
            && !home.devices.values.contains { $0.id != id && $0.address.kind.isLive && $0.address.root == root }
        try await placement.require(changing: Set([device.room].compactMap(\.self)), leaving: id, as: identity)
        var written = [try await acts.writeDown(.deviceRemove, by: identity, target: id.rawValue)]
        if isLastOfRoot {
            do throws(ActRefusal) {
                written.append(try await acts.writeDown(.certificateRevoke, by: identity, target: root))
            } catch {
                await acts.noteFailure(of: written, .notAudited)
                throw error
            }
        }
        try await acts.storing(for: written) { () async throws(StorageError) in try await registry.remove(id) }
        await board.forget(id)
        await tellLinks()
        if isLastOfRoot {
            do {
                try await issuer.revoke(root)
            } catch {
                await acts.noteFailure(of: Array(written.dropFirst()), .notIssued)
                throw .conflict("“\(device.name)” is removed. \(error)")
            }
        }
        // Last: its id is never given again, so that what names it concerns nothing until the next start ends it.
        try await placement.endRights(naming: id, as: identity)
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
    /// often a device changes its mind.
    package func run(logger: Logger) async {
        for await _ in registry.redescriptions {
            await waitForQuiet()
            do throws(StorageError) {
                try await registry.storeDescriptions()
            } catch {
                logger.error("a device's description could not be stored", metadata: [LogKey.errorCode: "\(error)"])
            }
            await tellLinks()
        }
    }

    /// Devices that describe themselves piece by piece are complete when nothing new has come for a second; one that
    /// never ends is not waited for.
    private func waitForQuiet() async {
        for _ in 0..<Self.longestDescription {
            let count = await registry.redescriptionCount
            await acts.clock.sleep(for: .seconds(1))
            if await registry.redescriptionCount == count { return }
        }
    }

    /// Ends what names devices that are not of this home. Once, at the start.
    package func endRightsOfMissingDevices() async throws(ActRefusal) {
        try await placement.endRightsOfMissingDevices(in: await registry.snapshot)
    }

    /// Nil where there is no such room yet: no right can name it.
    private func existingRoom(named name: DisplayName?) async -> RoomID? {
        guard let name else { return nil }
        return await registry.snapshot.room(named: name)?.id
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
