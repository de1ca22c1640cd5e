package import HomeModel
package import HomeStore

/// An entry of the service history with the names of the people in it, as far as they are in the home.
package struct ServiceEntryStatus: Sendable {
    package let entry: ServiceEntry
    package let doneBy: DisplayName?
    package let addedBy: DisplayName?
}

/// A part of the service history, newest day first.
package struct ServiceHistoryPage: Sendable {
    package let entries: [ServiceEntryStatus]
    /// What the services of the selected subject, or of all, cost in each year and currency.
    package let costs: [ServiceCost]
    /// Where the next part begins; nil at the end.
    package let next: ServiceCursor?
}

/// The service history of appliances and devices. It is kept until people delete it. Each act requires the right to manage
/// maintenance. An entry about a device that the asker may not see does not exist for them.
package struct ServiceHistoryService: Sendable {
    let store: ServiceHistoryStore
    let appliances: ApplianceStore
    let state: HomeState
    let actions: AuthorizedActions
    private let feed: LiveFeed

    package init(
        store: ServiceHistoryStore, appliances: ApplianceStore, state: HomeState, actions: AuthorizedActions,
        feed: LiveFeed
    ) {
        self.store = store
        self.appliances = appliances
        self.state = state
        self.actions = actions
        self.feed = feed
    }

    /// A part of the history. Throws `.notFound` for an appliance that the home does not have and that left no entry.
    package func page(
        _ filter: ServiceFilter, as identity: Identity
    ) async throws(ActionRefusal) -> ServiceHistoryPage {
        try await actions.require(.manageMaintenance, of: identity)
        let subject = filter.subject
        let hidden = await state.hiddenDevices(for: identity)
        if let subject, subject.isAbout(hidden) { throw .notFound }
        let (entries, costs) = try await actions.storing { () async throws(StorageError) in
            (try await store.entries(filter), try await store.costs(of: subject))
        }
        if entries.isEmpty, filter.cursor == nil, let subject { _ = try await name(of: subject, for: identity) }
        let people = await state.people.policy.people
        return ServiceHistoryPage(
            entries: entries.filter { !$0.subject.isAbout(hidden) }.map { ServiceEntryStatus($0, among: people) },
            costs: costs.filter { !$0.subject.isAbout(hidden) },
            next: entries.count < filter.limit ? nil : entries.last?.cursor)
    }

    /// Adds an entry by hand. Throws `.notFound` when the home does not have the appliance or the device.
    package func add(
        _ draft: ServiceEntryDraft, about subject: ServiceSubject, as identity: Identity
    ) async throws(ActionRefusal) -> ServiceEntryStatus {
        try await actions.require(.manageMaintenance, of: identity)
        let name = try await name(of: subject, for: identity)
        let policy = await state.people.policy
        let details = try draft.checked(among: policy.people, latest: await latestDay(), replacing: nil)
        let entry = ServiceEntry(
            id: .random(), subject: subject, subjectName: name, details: details,
            noteBy: details.note.map { _ in identity.description }, addedBy: identity.description,
            addedAt: actions.clock.now())
        let act = try await actions.writeEntry(
            .maintenanceHistory, severity: .informational, by: identity, target: subject.id,
            metadata: ["act": "add", "entry": entry.id.rawValue, "name": name.text])
        let named = await state.people.hashes(of: [identity.person, details.doneBy.flatMap { PersonID($0) }])
        let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await store.add(entry, naming: named)
        }
        try await actions.require(change, of: act, as: .serviceEntry)
        await feed.publish(.maintenance)
        return ServiceEntryStatus(entry, among: policy.people)
    }

    /// Replaces the details of an entry. With `revisions`, throws `.changedMeanwhile` unless it has one of them.
    package func change(
        _ id: ServiceEntryID, to draft: ServiceEntryDraft, expecting revisions: Set<String>? = nil,
        as identity: Identity
    ) async throws(ActionRefusal) -> ServiceEntryStatus {
        try await actions.require(.manageMaintenance, of: identity)
        let known = try await known(id, for: identity)
        try MaintenanceRecordKind.serviceEntry.require(known.revision, isIn: revisions)
        let policy = await state.people.policy
        let details = try draft.checked(among: policy.people, latest: await latestDay(), replacing: known.details)
        guard details != known.details else { return ServiceEntryStatus(known, among: policy.people) }
        let noteBy =
            details.note == known.details.note ? known.noteBy : details.note.map { _ in identity.description }
        let changed = ServiceEntry(
            id: id, subject: known.subject, subjectName: known.subjectName, details: details, task: known.task,
            noteBy: noteBy, addedBy: known.addedBy, addedAt: known.addedAt, revision: known.revision + 1,
            photographCount: known.photographCount)
        let act = try await actions.writeEntry(
            .maintenanceHistory, severity: .informational, by: identity, target: known.subject.id,
            metadata: ["act": "change", "entry": id.rawValue, "name": known.subjectName.text])
        let named = await state.people.hashes(of: [identity.person, details.doneBy.flatMap { PersonID($0) }])
        let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await store.replace(changed, naming: named)
        }
        try await actions.require(change, of: act, as: .serviceEntry)
        await feed.publish(.maintenance)
        return ServiceEntryStatus(changed, among: policy.people)
    }

    /// Deletes an entry.
    package func remove(_ id: ServiceEntryID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.manageMaintenance, of: identity)
        let known = try await known(id, for: identity)
        let act = try await actions.writeEntry(
            .maintenanceHistory, by: identity, target: known.subject.id,
            metadata: ["act": "remove", "entry": id.rawValue, "name": known.subjectName.text])
        let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await store.remove(id)
        }
        try await actions.require(change, of: act, as: .serviceEntry)
        await feed.publish(.maintenance)
    }

    /// Deletes the whole history of an appliance or a device, also of one that left the home, and returns the number of
    /// entries. Throws `.notFound` when there is neither.
    package func removeAll(of subject: ServiceSubject, as identity: Identity) async throws(ActionRefusal) -> Int {
        try await actions.require(.manageMaintenance, of: identity)
        let name = try await name(of: subject, for: identity)
        let act = try await actions.writeEntry(
            .maintenanceHistory, by: identity, target: subject.id,
            metadata: ["act": "removeAll", "name": name.text])
        let count = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await store.removeAll(of: subject)
        }
        await feed.publish(.maintenance)
        return count
    }

    /// Permits an export of the history of a subject, or of all, which the audit log records.
    package func export(
        of subject: ServiceSubject?, as identity: Identity
    ) async throws(ActionRefusal) -> ServiceHistoryExport {
        try await actions.require(.manageMaintenance, of: identity)
        let name: DisplayName?
        if let subject { name = try await self.name(of: subject, for: identity) } else { name = nil }
        var metadata = ["act": "export"]
        metadata["name"] = name?.text
        try await actions.writeEntry(
            .maintenanceHistory, severity: .informational, by: identity, target: subject?.id, metadata: metadata)
        return ServiceHistoryExport(store: store, state: state, actions: actions, asker: identity, subject: subject)
    }

    private func known(_ id: ServiceEntryID, for identity: Identity) async throws(ActionRefusal) -> ServiceEntry {
        let found = try await actions.storing { () async throws(StorageError) in try await store.entry(id) }
        guard let found, !found.subject.isAbout(await state.hiddenDevices(for: identity)) else { throw .notFound }
        return found
    }

    /// The name of an appliance or a device; of one that left the home, the name that its history keeps. Throws
    /// `.notFound`.
    private func name(of subject: ServiceSubject, for identity: Identity) async throws(ActionRefusal) -> DisplayName {
        if subject.isAbout(await state.hiddenDevices(for: identity)) { throw .notFound }
        switch subject {
        case .appliance(let id):
            let appliance = try await actions.storing { () async throws(StorageError) in
                try await appliances.appliance(id)
            }
            if let appliance { return appliance.name }
        case .device(let id):
            if let device = await state.registry.snapshot[id] { return device.name }
        }
        let last = try await actions.storing { () async throws(StorageError) in
            try await store.entries(ServiceFilter(subject: subject, limit: 1))
        }
        guard let last = last.first else { throw .notFound }
        return last.subjectName
    }

    /// Tomorrow, because the date of the person may be ahead of that of the home; nil while the clock is not known.
    private func latestDay() async -> LocalDate? {
        guard actions.clock.isSynchronised() else { return nil }
        return LocalDate(actions.clock.now(), in: await state.people.policy.timeZone)?.adding(days: 1)
    }
}

extension ServiceEntryStatus {
    init(_ entry: ServiceEntry, among people: [PersonID: Person]) {
        self.entry = entry
        doneBy = entry.details.doneBy.flatMap { PersonID($0) }.flatMap { people[$0]?.name }
        addedBy = PersonID(entry.addedBy.actingPerson).flatMap { people[$0]?.name }
    }
}

extension String {
    /// The person in an actor as the audit log names it, also through the console.
    fileprivate var actingPerson: String {
        hasPrefix(AuditEntry.consoleAs) ? String(dropFirst(AuditEntry.consoleAs.count)) : self
    }
}

extension ServiceEntry {
    /// Its position in a list of the history.
    fileprivate var cursor: ServiceCursor { ServiceCursor(day: details.day, entry: id) }
}

extension ServiceSubject {
    fileprivate func isAbout(_ devices: Set<DeviceID>) -> Bool { device.map(devices.contains) ?? false }

    /// The id of the appliance or the device, as text.
    package var id: String {
        switch self {
        case .appliance(let id): id.rawValue
        case .device(let id): id.rawValue
        }
    }
}

/// An export of the service history that was permitted and recorded. It ends with an error as soon as the asker loses the
/// right to it.
package struct ServiceHistoryExport: Sendable {
    let store: ServiceHistoryStore
    let state: HomeState
    let actions: AuthorizedActions
    let asker: Identity
    package let subject: ServiceSubject?
    private var cursor: ServiceCursor?
    private var isAtEnd = false

    init(
        store: ServiceHistoryStore, state: HomeState, actions: AuthorizedActions, asker: Identity,
        subject: ServiceSubject?
    ) {
        self.store = store
        self.state = state
        self.actions = actions
        self.asker = asker
        self.subject = subject
    }

    /// Returns the next entries, newest day first; nil after the last ones.
    package mutating func next() async throws(ActionRefusal) -> [ServiceEntryStatus]? {
        guard !isAtEnd else { return nil }
        guard await actions.isAllowed(.manageMaintenance, identity: asker) else { throw .denied(.revoked) }
        let filter = ServiceFilter(subject: subject, cursor: cursor, limit: ServiceFilter.limitBounds.upperBound)
        let store = self.store
        let entries = try await actions.storing { () async throws(StorageError) in try await store.entries(filter) }
        cursor = entries.last?.cursor
        isAtEnd = entries.count < filter.limit
        let (people, hidden) = (await state.people.policy.people, await state.hiddenDevices(for: asker))
        return entries.filter { !$0.subject.isAbout(hidden) }.map { ServiceEntryStatus($0, among: people) }
    }
}
