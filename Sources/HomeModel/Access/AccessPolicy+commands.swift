/// The access decisions about the commands that a person could send to a device: the most favourable and the least
/// favourable one.
package struct CommandAccessSummary: Hashable, Sendable {
    package let best: AccessDecision
    package let worst: AccessDecision
    /// Whether at least one value may be sent only with a PIN.
    package let needsPIN: Bool

    /// Whether at least one value may be sent, with a PIN if it needs one.
    package var isAllowed: Bool { best.rank > 0 }

    /// Whether at least one value may be sent while another may not, not even with a PIN.
    package var isPartial: Bool { isAllowed && worst.rank == 0 }
}

extension AccessDecision {
    /// 0 for a refusal, 1 for a refusal that a PIN would lift, 2 for a permission.
    fileprivate var rank: Int {
        switch self {
        case .allow: 2
        case .deny(.stepUpNeeded): 1
        case .deny: 0
        }
    }
}

extension AccessPolicy {
    /// Decides about the commands of a person who has confirmed nothing with a PIN. `part` and `capability` limit the
    /// commands that are considered; nil means any. Returns nil when the device accepts no such command.
    package func commandAccess(
        toCommandsOf id: PersonID, for device: Device, part: PartID?, capability: CapabilityName?, at now: DecisionTime
    ) -> CommandAccessSummary? {
        let identity = Identity(actor: .person(id), isAtConsole: false, stepUps: [])
        let parts = device.description.parts.filter { part == nil || $0.id == part }
        let decisions = parts.flatMap { part in
            part.capabilities.filter { $0.isCommanded && (capability == nil || $0.name == capability) }
                .flatMap { capability in
                    capability.representativeValues.map { value in
                        decideCommand(
                            identity,
                            on: AccessTarget(device: device.id, room: device.room, capability: capability.kind),
                            safety: part.safetyClass(of: capability.kind, becoming: value),
                            isSafe: part.isSafeDirection(of: capability.kind, becoming: value), at: now)
                    }
                }
        }
        guard let best = decisions.max(by: { $0.rank < $1.rank }),
            let worst = decisions.min(by: { $0.rank < $1.rank })
        else { return nil }
        return CommandAccessSummary(best: best, worst: worst, needsPIN: decisions.contains { $0.rank == 1 })
    }

    /// Decides whether a person may send a command that the device does not accept. Access is decided before
    /// validation, so such a command needs an answer too.
    package func decideUnknownCommand(
        of id: PersonID, on target: AccessTarget, at now: DecisionTime
    ) -> AccessDecision {
        decideCommand(
            Identity(actor: .person(id), isAtConsole: false, stepUps: []), on: target, safety: .routine, at: now)
    }
}

extension AccessPolicy {
    /// Whether a person needs a PIN for an action that their role or a grant permits, now or at another time: managing
    /// people, or a sensitive command to one of `devices`.
    package func needsPIN(
        _ id: PersonID, for devices: some Sequence<Device>, at now: DecisionTime
    ) -> Bool {
        guard let person = people[id], person.role.mayCommand(.sensitive) else { return false }
        if person.role.permissions.contains(.managePeople) { return true }
        return devices.contains { device in
            device.description.parts.contains { part in
                part.capabilities.contains { capability in
                    part.safetyClasses(of: capability).contains(.sensitive)
                        && permitsSometime(
                            .controlDevices, to: person,
                            on: AccessTarget(device: device.id, room: device.room, capability: capability.kind), at: now
                        )
                }
            }
        }
    }

    /// Whether the role, or a grant that can still come into effect, permits it, and no deny without conditions forbids
    /// it.
    private func permitsSometime(
        _ permission: Permission, to person: Person, on target: AccessTarget, at now: DecisionTime
    ) -> Bool {
        let about = (grants[person.id] ?? []).filter {
            $0.permissions.contains(permission) && $0.selector.covers(target)
        }
        if about.contains(where: { $0.effect == .deny && $0.conditions == AccessConditions() }) { return false }
        return person.role.permissions.contains(permission)
            || about.contains { $0.effect == .allow && !$0.isOver(at: now) }
    }
}
