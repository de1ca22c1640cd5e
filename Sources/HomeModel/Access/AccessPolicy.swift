package import Foundation

/// The access rights of all people: one immutable snapshot, from which each access check is a pure function.
///
/// ((permissions of the role ∪ active grants) ∩ session scope) − denies. Default deny.
package struct AccessPolicy: Sendable {
    /// Grows with every change and every use of a grant, so that callers can recognise a stale decision.
    package let revision: UInt64
    package let people: [PersonID: Person]
    package let timeZone: TimeZone
    /// While true, every identity may send only commands in the safe direction.
    package let isLockedDown: Bool
    let grants: [PersonID: [Grant]]
    /// The open commands that started a movement and were allowed by a limited grant.
    let travels: [PersonID: [OwnTravel]]

    package init(
        revision: UInt64 = 0, people: [Person] = [], grants: [Grant] = [],
        timeZone: TimeZone = .gmt, isLockedDown: Bool = false, travels: [OwnTravel] = []
    ) {
        self.revision = revision
        self.isLockedDown = isLockedDown
        self.people = Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.grants = Dictionary(grouping: grants, by: \.person)
        self.timeZone = timeZone
        self.travels = Dictionary(grouping: travels, by: \.grant.person)
    }

    /// The policy as it was before the last use of this grant. A second check of the command that made this use needs
    /// it, so that the command is not refused because of its own use.
    package func beforeUse(of id: GrantID) -> AccessPolicy {
        let before = grants.values.joined().map { grant in
            var grant = grant
            if grant.id == id { grant.uses -= 1 }
            return grant
        }
        return AccessPolicy(
            revision: revision, people: Array(people.values), grants: before, timeZone: timeZone,
            isLockedDown: isLockedDown, travels: Array(travels.values.joined()))
    }

    /// Decides whether `identity` has `permission`, for `target` where the permission is about devices. The console has
    /// every permission.
    package func decide(
        _ identity: Identity, permission: Permission, on target: AccessTarget? = nil, at now: DecisionTime
    ) -> AccessDecision {
        guard let person = identity.person else { return .allow(.console) }
        return decide(person, permission: permission, within: identity.scope, on: target, at: now)
    }

    /// Decides the same for a person by id, also when that person sends no request. `scope` is the scope of their
    /// session or token; nil sets no limit.
    package func decide(
        _ id: PersonID, permission: Permission, within scope: Set<Permission>? = nil,
        on target: AccessTarget? = nil, at now: DecisionTime
    ) -> AccessDecision {
        guard let person = people[id] else { return .deny(.unknownPerson) }
        let about = (grants[id] ?? []).filter { grant in
            grant.permissions.contains(permission)
                && (target.map(grant.selector.covers) ?? (grant.selector == AccessSelector()))
        }
        let active = about.filter { $0.isInEffect(at: now, in: timeZone) }
        if let deny = active.first(where: { $0.effect == .deny }) { return .deny(.denied(by: deny.id)) }
        if let scope, !scope.contains(permission) { return .deny(.outOfScope) }
        if person.role.permissions(in: scope).contains(permission) { return .allow(.role(person.role)) }
        // A grant without a limit comes first, so that a limited one is not used when that is unnecessary.
        if let allow = active.first(where: { $0.conditions.maximumUses == nil }) ?? active.first {
            return .allow(.grant(allow.id))
        }
        if let waiting = about.first(where: { $0.waitsForClock(at: now) }) { return .deny(.clockUnknown(waiting.id)) }
        guard Permission.grantable.contains(permission) else { return .deny(.onlyRoles(Role.holding(permission))) }
        return .deny(.notPermitted(person.role))
    }

    /// Whether `identity` has `permission` for at least one target, by its role or by a grant.
    package func mayAnywhere(_ identity: Identity, permission: Permission, at now: DecisionTime) -> Bool {
        if decide(identity, permission: permission, at: now).isAllowed { return true }
        guard let person = identity.person, identity.scope?.contains(permission) ?? true else { return false }
        return (grants[person] ?? []).contains { grant in
            grant.effect == .allow && grant.permissions.contains(permission)
                && grant.isInEffect(at: now, in: timeZone)
        }
    }

    /// Whether a person may stay signed in. A guest with grants may, until the last of them has ended and the movements
    /// that the guest started have ended too.
    package func mayStaySignedIn(_ id: PersonID, at now: DecisionTime) -> Bool {
        guard let person = people[id] else { return false }
        // While the time is not known, a guest without any rights stays signed in and is refused with the reason.
        guard person.role == .guest, now.isKnown, travels[id] == nil else { return true }
        let stays = (grants[id] ?? []).filter { $0.effect == .allow }.map(\.conditions.notAfter)
        return stays.isEmpty || stays.contains { $0.map { now.wall < $0 } ?? true }
    }

    /// Decides whether `identity` may send a command of this safety class. `isSafe` states that the command goes in the
    /// safe direction, which a lockdown allows.
    package func decideCommand(
        _ identity: Identity, on target: AccessTarget, safety: SafetyClass, isSafe: Bool = false, at now: DecisionTime
    ) -> AccessDecision {
        let decision = decide(identity, permission: .controlDevices, on: target, at: now)
        if decision.isAllowed && isLockedDown && !isSafe { return .deny(.lockedDown) }
        guard decision.isAllowed, let person = identity.person.flatMap({ people[$0] }) else { return decision }
        guard person.role.mayCommand(safety) else { return .deny(.routineOnly(person.role)) }
        guard safety == .routine || identity.stepUps.contains(.commands) else { return .deny(.stepUpNeeded(.commands)) }
        return decision
    }

    /// Whether at least one capability of a device may be shown. For an identity that may see none, the device does not
    /// exist.
    package func maySee(_ identity: Identity, device: Device, at now: DecisionTime) -> Bool {
        device.description.parts.contains { part in
            part.capabilities.contains { maySee(identity, capability: $0.kind, of: device, at: now) }
        }
    }

    /// Whether the values of one kind of capability of a device may be shown.
    package func maySee(
        _ identity: Identity, capability: CapabilityKind, of device: Device, at now: DecisionTime
    ) -> Bool {
        let target = AccessTarget(device: device.id, room: device.room, capability: capability)
        switch decide(identity, permission: capability.viewPermission, on: target, at: now) {
        case .allow: return true
        case .deny(.denied): return false
        // An identity that may control a capability may see its state, but no measurement.
        case .deny:
            return capability.isState && decide(identity, permission: .controlDevices, on: target, at: now).isAllowed
        }
    }

    /// Whether the stored values of one kind of capability of a device may be shown. A right to control shows only the
    /// present state. A guest may be shown past measurements, but no past states, which tell when people came and went.
    package func mayViewHistory(
        _ identity: Identity, of capability: CapabilityKind, device: Device, at now: DecisionTime
    ) -> Bool {
        if capability.isState && isGuest(identity) { return false }
        let target = AccessTarget(device: device.id, room: device.room, capability: capability)
        return decide(identity, permission: capability.viewPermission, on: target, at: now).isAllowed
    }

    /// The same for a person by id, also when that person sends no request: in an export of their data.
    package func mayViewHistory(
        _ id: PersonID, of capability: CapabilityKind, device: Device, at now: DecisionTime
    ) -> Bool {
        if capability.isState && people[id]?.role == .guest { return false }
        let target = AccessTarget(device: device.id, room: device.room, capability: capability)
        return decide(id, permission: capability.viewPermission, on: target, at: now).isAllowed
    }

    func isGuest(_ identity: Identity) -> Bool { identity.person.flatMap { people[$0] }?.role == .guest }
}

extension CapabilityKind {
    /// The permission that is needed to see values of this kind.
    package var viewPermission: Permission {
        switch facts.recording {
        case .reading(.energy), .stateChange(.energy): .viewEnergy
        case .reading(.environment), .stateChange(.environment), .none: .viewEnvironment
        }
    }

    fileprivate var isState: Bool {
        if case .reading = facts.recording { false } else { true }
    }
}

/// A command that its sender is allowed to send. Only `AccessPolicy.authorize` makes one.
package struct AuthorizedCommand: Sendable {
    package let request: CommandRequest
    package let identity: Identity
    package let device: Device
    package let reason: AccessDecision.Reason

    fileprivate init(request: CommandRequest, identity: Identity, device: Device, reason: AccessDecision.Reason) {
        self.request = request
        self.identity = identity
        self.device = device
        self.reason = reason
    }
}

extension AccessPolicy {
    /// Decides whether `identity` may send the command. This happens before validation, so that refusals reveal
    /// nothing.
    ///
    /// Throws `.notFound` when the device does not exist or the sender must not learn that it does, else `.denied`.
    package func authorize(
        _ request: CommandRequest, by identity: Identity, for device: Device?, at now: DecisionTime
    ) throws(CommandRefusal) -> AuthorizedCommand {
        guard let device, let decision = decision(request, identity: identity, device: device, at: now) else {
            throw .notFound
        }
        switch decision {
        case .allow(let reason):
            return AuthorizedCommand(request: request, identity: identity, device: device, reason: reason)
        case .deny(let denial):
            throw .denied(denial)
        }
    }

    /// The targets of which a grant must cover one to permit this command: the capability, and for a stop also every
    /// capability that it stops.
    private func targets(of request: CommandRequest, _ device: Device, part: Part?) -> [AccessTarget] {
        let kind = request.capability.kind
        let isStop = part?.isStop(of: kind, request.value) ?? false
        let stopped = isStop ? part?.travelling.filter(\.isCommanded).map(\.kind) ?? [] : []
        return ([kind] + stopped).map { AccessTarget(device: device.id, room: device.room, capability: $0) }
    }

    private func mayControl(_ identity: Identity, target: AccessTarget, at now: DecisionTime) -> Bool {
        decide(identity, permission: .controlDevices, on: target, at: now).isAllowed
    }

    /// Nil when the sender must not learn that the device exists.
    private func decision(
        _ request: CommandRequest, identity: Identity, device: Device, at now: DecisionTime
    ) -> AccessDecision? {
        let part = device.description[request.part]
        let target = AccessTarget(device: device.id, room: device.room, capability: request.capability.kind)
        let kind = request.capability.kind
        // Stopping a movement of one's own uses up no grant, and is allowed even after the grant has ended.
        if let part, part.isStop(of: kind, request.value),
            let travel = ownTravel(of: identity, on: device, request.part, at: now)
        {
            return .allow(.ownTravel(travel.command))
        }
        // A person who may move a part may stop it, whichever of its capabilities a grant names.
        if let part, part.isStop(of: kind, request.value), !mayControl(identity, target: target, at: now) {
            for travelling in part.travelling where travelling.isCommanded {
                let moved = AccessTarget(device: device.id, room: device.room, capability: travelling.kind)
                let stop = decideCommand(identity, on: moved, safety: .routine, isSafe: true, at: now)
                if stop.isAllowed { return stop }
            }
        }
        let decision = decideCommand(
            identity, on: target, safety: part?.safetyClass(of: kind, becoming: request.value) ?? .routine,
            isSafe: part?.isSafeDirection(of: kind, becoming: request.value) ?? false, at: now)
        if case .deny(.clockUnknown) = decision { return decision }
        // A person with a grant for the device knows that it exists, also outside the hours of the grant.
        if case .deny(.notPermitted) = decision, let person = identity.person {
            let idle = inactiveDenial(
                of: person, for: .controlDevices, on: targets(of: request, device, part: part), at: now)
            if let idle { return .deny(idle) }
        }
        return decision.isAllowed || maySee(identity, device: device, at: now) ? decision : nil
    }
}
