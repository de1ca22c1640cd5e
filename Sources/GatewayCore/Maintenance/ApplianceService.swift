package import HomeModel
package import HomeStore

/// An appliance with what follows from it today.
package struct ApplianceStatus: Sendable {
    /// Without its device, if the asker may not see it.
    package let appliance: Appliance
    /// The room, if it has one.
    package let room: Room?
    /// The name of its device, if the asker may see it.
    package let deviceName: DisplayName?
    /// Nil without an end of the warranty, and while the clock is not known.
    package let warranty: Warranty?
}

/// The inventory of the home's appliances. Each act requires the right to manage maintenance.
package struct ApplianceService: Sendable {
    let store: ApplianceStore
    let history: ServiceHistoryStore
    let state: HomeState
    let actions: AuthorizedActions
    private let feed: LiveFeed

    package init(
        store: ApplianceStore, history: ServiceHistoryStore, state: HomeState, actions: AuthorizedActions,
        feed: LiveFeed
    ) {
        self.store = store
        self.history = history
        self.state = state
        self.actions = actions
        self.feed = feed
    }

    /// All appliances, by name; those of one room, with `room`.
    package func list(
        in room: RoomID? = nil, as identity: Identity
    ) async throws(ActionRefusal) -> [ApplianceStatus] {
        try await actions.require(.manageMaintenance, of: identity)
        let all = try await actions.storing { () async throws(StorageError) in try await store.all() }
        return await statuses(of: all.filter { room == nil || $0.room == room }, for: identity)
    }

    package func appliance(_ id: ApplianceID, as identity: Identity) async throws(ActionRefusal) -> ApplianceStatus {
        try await actions.require(.manageMaintenance, of: identity)
        return await status(of: try await known(id), for: identity)
    }

    /// Adds an appliance. Throws `.conflict` when the home has too many.
    package func add(
        _ draft: ApplianceDraft, as identity: Identity
    ) async throws(ActionRefusal) -> ApplianceStatus {
        try await actions.require(.manageMaintenance, of: identity)
        let details = try draft.checked(
            in: await state.registry.snapshot, hidden: await state.hiddenDevices(for: identity), replacing: nil)
        let appliance = Appliance(
            id: .random(), details: details, noteBy: details.note.map { _ in identity.description },
            addedAt: actions.clock.now())
        let act = try await actions.writeEntry(
            .applianceAdd, severity: .informational, by: identity, target: appliance.id.rawValue,
            metadata: ["name": details.name.text])
        let author = await state.people.hashes(of: [identity.person])
        let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await store.add(appliance, naming: author)
        }
        try await actions.require(change, of: act, as: .appliance)
        await feed.publish(.maintenance)
        return await status(of: appliance, for: identity)
    }

    /// Replaces the details of an appliance. With `revisions`, throws `.changedMeanwhile` unless it has one of them.
    package func change(
        _ id: ApplianceID, to draft: ApplianceDraft, expecting revisions: Set<String>? = nil, as identity: Identity
    ) async throws(ActionRefusal) -> ApplianceStatus {
        try await actions.require(.manageMaintenance, of: identity)
        let known = try await known(id)
        try MaintenanceRecordKind.appliance.require(known.revision, isIn: revisions)
        let details = try draft.checked(
            in: await state.registry.snapshot, hidden: await state.hiddenDevices(for: identity),
            replacing: known.details)
        guard details != known.details else { return await status(of: known, for: identity) }
        let changed = Appliance(
            id: id, details: details,
            noteBy: details.note == known.details.note ? known.noteBy : details.note.map { _ in identity.description },
            addedAt: known.addedAt, revision: known.revision + 1)
        let fields = details.fields(differingFrom: known.details).joined(separator: ",")
        let act = try await actions.writeEntry(
            .applianceChange, severity: .informational, by: identity, target: id.rawValue,
            metadata: ["name": details.name.text, "fields": fields])
        let author = await state.people.hashes(of: [identity.person])
        let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await store.replace(changed, naming: author)
        }
        try await actions.require(change, of: act, as: .appliance)
        await feed.publish(.maintenance)
        return await status(of: changed, for: identity)
    }

    /// Removes an appliance. `disposal` says what becomes of its service history; without it, an appliance with a history
    /// is not removed (`.confirmationNeeded`). `revisions` are as for `change`.
    package func remove(
        _ id: ApplianceID, history disposal: HistoryDisposal?, expecting revisions: Set<String>? = nil,
        as identity: Identity
    ) async throws(ActionRefusal) {
        try await actions.require(.manageMaintenance, of: identity)
        let known = try await known(id)
        try MaintenanceRecordKind.appliance.require(known.revision, isIn: revisions)
        let count = try await actions.storing { () async throws(StorageError) in
            try await history.count(of: .appliance(id))
        }
        let choice: HistoryDisposal? = disposal ?? (count == 0 ? HistoryDisposal.keep : nil)
        guard let choice else {
            throw .confirmationNeeded(
                "“\(known.name)” has a service history with \(count) \(count == 1 ? "entry" : "entries"). Say whether to "
                    + "keep it under this name, or to delete it: history=keep or history=delete.")
        }
        let act = try await actions.writeEntry(
            .applianceRemove, by: identity, target: id.rawValue,
            metadata: ["name": known.name.text, "history": choice.rawValue, "entries": "\(count)"])
        let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await store.remove(id, history: choice)
        }
        try await actions.require(change, of: act, as: .appliance)
        await feed.publish(.maintenance)
    }

    private func known(_ id: ApplianceID) async throws(ActionRefusal) -> Appliance {
        let found = try await actions.storing { () async throws(StorageError) in try await store.appliance(id) }
        guard let found else { throw .notFound }
        return found
    }

    private func status(of appliance: Appliance, for identity: Identity) async -> ApplianceStatus {
        let home = await state.registry.snapshot
        let visible = await visibleDevices(of: home, for: identity)
        return status(of: appliance, in: home, visible: visible, today: await today())
    }

    private func statuses(of appliances: [Appliance], for identity: Identity) async -> [ApplianceStatus] {
        let home = await state.registry.snapshot
        let (visible, today) = (await visibleDevices(of: home, for: identity), await today())
        return appliances.map { status(of: $0, in: home, visible: visible, today: today) }
    }

    private func status(
        of appliance: Appliance, in home: HomeSnapshot, visible: Set<DeviceID>, today: LocalDate?
    ) -> ApplianceStatus {
        let warranty = appliance.details.warrantyEnds.flatMap { end in
            today.map { Warranty(lastDay: end, today: $0) }
        }
        let device = appliance.link.flatMap { home[$0.device] }
        var shown = appliance
        // A device that the asker may not see does not exist for them.
        if let device, !visible.contains(device.id) { shown.details.link = nil }
        return ApplianceStatus(
            appliance: shown, room: appliance.room.flatMap { home.rooms[$0] },
            deviceName: shown.link == nil ? nil : device?.name, warranty: warranty)
    }

    /// Today at home; nil while the clock is not known, so that no warranty is said to have ended by a wrong clock.
    private func today() async -> LocalDate? {
        let now = state.clock.decisionTime()
        guard now.isKnown else { return nil }
        return LocalDate(now.wall, in: await state.people.policy.timeZone)
    }

    private func visibleDevices(of home: HomeSnapshot, for identity: Identity) async -> Set<DeviceID> {
        let (policy, now) = (await state.people.policy, state.clock.decisionTime())
        return Set(home.devices.values.filter { policy.maySee(identity, device: $0, at: now) }.map(\.id))
    }
}

extension ApplianceDetails {
    /// The names of the fields that differ, without their values, for the audit log.
    fileprivate func fields(differingFrom other: ApplianceDetails) -> [String] {
        let differs: KeyValuePairs<String, Bool> = [
            "name": name != other.name, "room": room != other.room, "maker": maker != other.maker,
            "model": model != other.model, "serialNumber": serialNumber != other.serialNumber,
            "boughtOn": boughtOn != other.boughtOn, "boughtFrom": boughtFrom != other.boughtFrom,
            "price": price != other.price, "warrantyEnds": warrantyEnds != other.warrantyEnds,
            "manual": manual != other.manual, "device": link != other.link, "note": note != other.note,
        ]
        return differs.filter(\.value).map(\.key)
    }
}
