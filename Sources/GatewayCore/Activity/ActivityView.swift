import HomeModel

/// What one identity may see of the activity at one moment.
struct ActivityView: Sendable {
    let home: HomeSnapshot
    private let identity: Identity
    private let reach: ActivityVisibility
    private let visibility: Visibility
    private let audit: AuditVisibility
    private let unnamedChildren: Set<String>

    init(of identity: Identity, in home: HomeSnapshot, by policy: AccessPolicy, at now: DecisionTime) {
        self.home = home
        self.identity = identity
        reach = policy.activityVisibility(of: identity, at: now)
        visibility = policy.visibility(of: identity, in: home.devices.values, at: now)
        audit = policy.auditVisibility(of: identity, at: now)
        unnamedChildren = Set(policy.unnamedChildren(for: identity).map(\.rawValue))
    }

    /// The devices whose events the identity may see.
    var devices: [DeviceID] {
        if case .own = reach { return [] }
        return home.devices.keys.filter { visibility.showsPast(of: $0) }.sorted()
    }

    /// The series of a device whose changes the identity may see as events.
    func series(of id: DeviceID, where isMeant: (CapabilityKind) -> Bool) -> [SeriesID] {
        guard let device = home[id] else { return [] }
        return device.description.parts.flatMap { part in
            part.capabilities.map { SeriesID(device: id, part: part.id, capability: $0.name) }
        }.filter { isMeant($0.capability.kind) && visibility.showsPast(of: $0) }
    }

    /// Whether the identity may see past values of the series.
    func showsPast(of series: SeriesID) -> Bool { visibility.showsPast(of: series) }

    /// How much of an act the identity may see; nil for nothing. Of a child's acts, others see only commands to devices, and
    /// not who sent them: the audit log has the rest.
    func disclosure(of act: Act) -> ActivityEntry.Disclosure? {
        switch reach {
        case .everything: !isOfUnnamedChild(act) ? .full : isVisibleCommand(act) ? .command : nil
        case .household(let person):
            isOwn(act, of: person) ? own : export(act, about: person) ?? (isVisibleCommand(act) ? .command : nil)
        case .own(let person): isOwn(act, of: person) ? own : export(act, about: person)
        }
    }

    private func isOfUnnamedChild(_ act: Act) -> Bool {
        act.main.entry.actingPerson.map(unnamedChildren.contains) ?? false
    }

    /// Those who may read their own audit entries get them.
    private var own: ActivityEntry.Disclosure { if case .nothing = audit { .own } else { .full } }

    /// A person sees who exported their data. A session with a scope does not, because everybody who passes by can use it.
    private func export(_ act: Act, about person: PersonID) -> ActivityEntry.Disclosure? {
        identity.scope == nil && act.main.entry.exportedPerson == person.rawValue ? .concerned : nil
    }

    /// A session with a scope sees only what was done with it.
    private func isOwn(_ act: Act, of person: PersonID) -> Bool {
        let entry = act.main.entry
        guard entry.actingPerson == person.rawValue else { return false }
        return identity.scope == nil || entry.client != nil && entry.client == identity.credential
    }

    /// Whether the act is a command that was sent to a device whose past the identity may see.
    private func isVisibleCommand(_ act: Act) -> Bool {
        let entry = act.main.entry
        guard entry.event == .deviceControl, entry.success, let device = entry.target.flatMap({ DeviceID($0) }),
            let part = entry.metadata["part"].flatMap({ PartID($0) }),
            let capability = entry.metadata["capability"].flatMap({ CapabilityName($0) })
        else { return false }
        return visibility.showsPast(of: SeriesID(device: device, part: part, capability: capability))
    }
}

extension ActivityQuery {
    /// Whether the query selects an entry. Filters see only what the reader may see.
    func selects(_ entry: ActivityEntry, in home: HomeSnapshot, at now: Timestamp) -> Bool {
        (before.map { entry.position < $0 } ?? true) && (since.map { entry.time >= $0 } ?? true)
            && (until.map { entry.time <= $0 } ?? true) && (device.map { entry.device == $0 } ?? true)
            && (person.map { entry.actor == $0.rawValue } ?? true) && (category.map { entry.category == $0 } ?? true)
            && (room.map { room in entry.device.flatMap { home[$0]?.room } == room } ?? true)
            && (!onlyFailed || entry.isFailed(at: now))
    }
}
