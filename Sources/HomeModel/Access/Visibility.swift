/// The rights of one identity to one device.
package struct DeviceRights: Hashable, Sendable {
    /// The kinds of capability whose values may be shown.
    package let visible: Set<CapabilityKind>
    /// The kinds whose stored values may be shown.
    package let historical: Set<CapabilityKind>
    /// The kinds that may be commanded, regardless of PIN and lockdown.
    package let commandable: Set<CapabilityKind>
    /// The safety classes of the commands that the identity may send, with a PIN if it can step up.
    package let classes: Set<SafetyClass>
    /// Whether a lockdown permits only commands in the safe direction.
    package let isLockedDown: Bool
    /// Whether sensitive commands need a fresh step-up. The console counts as stepped up.
    package let needsStepUp: Bool

    /// Whether the identity may send at least one of the values that this capability of `part` accepts.
    package func mayCommand(_ capability: Capability, of part: Part) -> Bool {
        commandable.contains(capability.kind) && !classes.isDisjoint(with: part.safetyClasses(of: capability))
    }
}

/// The rights of one identity to all devices of the home, computed once.
package struct Visibility: Sendable {
    /// The rights to each device that has at least one visible capability.
    package let rights: [DeviceID: DeviceRights]
    /// Whether commands that were refused or invalid may be shown.
    package let showsRefusals: Bool
    /// Whether commands of other people may be shown. A guest sees only their own.
    package let showsCommandsOfOthers: Bool
    /// Whether the requests of clients for access may be shown.
    package let showsRequests: Bool
    /// Whether maintenance tasks may be shown.
    package let showsMaintenance: Bool
    /// When these rights end through time alone; nil when only a change of the policy or of the home ends them.
    package let until: Timestamp?
    /// Whether the clock was known when the rights were computed; nil where that makes no difference.
    package let isClockKnown: Bool?

    package var isEmpty: Bool { rights.isEmpty }

    /// Whether the device may be shown.
    package func shows(_ device: DeviceID) -> Bool { rights[device] != nil }

    /// Whether the values of the series may be shown.
    package func shows(_ series: SeriesID) -> Bool {
        rights[series.device]?.visible.contains(series.capability.kind) ?? false
    }

    /// Whether stored values of the series may be shown.
    package func showsPast(of series: SeriesID) -> Bool {
        rights[series.device]?.historical.contains(series.capability.kind) ?? false
    }

    /// Whether stored values of at least one capability of the device may be shown.
    package func showsPast(of device: DeviceID) -> Bool { !(rights[device]?.historical.isEmpty ?? true) }

    /// Whether the command may be shown, regardless of its sender. A command that was refused or invalid can contain any text, so
    /// only an identity that may read it in the audit log sees it.
    package func shows(_ command: CommandRecord) -> Bool {
        showsCommandsOfOthers && showsPast(of: command.series) && (command.passedChecks || showsRefusals)
    }
}

extension AccessPolicy {
    /// Computes what `identity` may see of these devices, and which of that it may command.
    package func visibility(
        of identity: Identity, in devices: some Sequence<Device>, at now: DecisionTime
    ) -> Visibility {
        var rights: [DeviceID: DeviceRights] = [:]
        for device in devices {
            let own = self.rights(of: identity, to: device, at: now)
            if !own.visible.isEmpty { rights[device.id] = own }
        }
        return Visibility(
            rights: rights, showsRefusals: decide(identity, permission: .viewAudit, at: now).isAllowed,
            showsCommandsOfOthers: !isGuest(identity),
            showsRequests: decide(identity, permission: .managePeople, at: now).isAllowed,
            showsMaintenance: decide(identity, permission: .manageMaintenance, at: now).isAllowed,
            until: identity.person.flatMap { nextChange(for: $0, after: now) },
            isClockKnown: identity.person.map(isTimed) ?? false ? now.isKnown : nil)
    }

    /// Computes the rights to one device. A capability that may not be seen is not commandable either.
    package func rights(of identity: Identity, to device: Device, at now: DecisionTime) -> DeviceRights {
        let visible = device.kinds.filter { maySee(identity, capability: $0, of: device, at: now) }
        let commandable = device.commandedKinds.filter { kind in
            let target = AccessTarget(device: device.id, room: device.room, capability: kind)
            return visible.contains(kind)
                && decide(identity, permission: .controlDevices, on: target, at: now).isAllowed
        }
        // Identities that may command nothing have equal rights, so that they share what is cached for these.
        let isRestricted = !commandable.isEmpty
        return DeviceRights(
            visible: visible,
            historical: visible.filter { mayViewHistory(identity, of: $0, device: device, at: now) },
            commandable: commandable, classes: classes(for: identity),
            isLockedDown: isRestricted && isLockedDown, needsStepUp: isRestricted && identity.person != nil)
    }

    private func classes(for identity: Identity) -> Set<SafetyClass> {
        guard let person = identity.person else { return Set(SafetyClass.allCases) }
        let classes = identity.mayStepUp ? SafetyClass.allCases : [.routine]
        return Set(classes.filter { people[person]?.role.mayCommand($0) ?? false })
    }
}

extension Device {
    /// All kinds of capability that the device describes.
    fileprivate var kinds: Set<CapabilityKind> { kinds { _ in true } }

    /// The kinds that accept commands.
    fileprivate var commandedKinds: Set<CapabilityKind> { kinds(where: \.isCommanded) }

    private func kinds(where isMeant: (Capability) -> Bool) -> Set<CapabilityKind> {
        Set(description.parts.flatMap { part in part.capabilities.filter(isMeant).map(\.kind) })
    }
}

/// The part of the audit log that an identity may read.
package enum AuditVisibility: Hashable, Sendable {
    case all
    /// The entries about what this person did, also through the console.
    case actionsOf(PersonID)
    case nothing(AccessDecision.Denial)
}

extension AccessPolicy {
    /// Decides which entries `identity` may read: owners and admins all, members those about what they did themselves,
    /// everyone else none. A session with a scope that does not include `viewAudit` may read none either.
    package func auditVisibility(of identity: Identity, at now: DecisionTime) -> AuditVisibility {
        switch decide(identity, permission: .viewAudit, at: now) {
        case .allow: return .all
        case .deny(.onlyRoles(let roles)):
            guard let person = identity.person, people[person]?.role == .member else {
                return .nothing(.onlyRoles(roles))
            }
            return .actionsOf(person)
        case .deny(let denial): return .nothing(denial)
        }
    }
}
