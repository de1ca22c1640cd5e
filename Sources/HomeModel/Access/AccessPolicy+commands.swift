/// What a person would be told if they commanded a device: the decisions for the least and the most harmful value.
package struct CommandAnswer: Hashable, Sendable {
    package let best: AccessDecision
    package let worst: AccessDecision

    /// Whether at least one value would be sent, if need be with a PIN.
    package var isAllowed: Bool { best.rank > 0 }

    /// Whether at least one value takes a PIN.
    package var needsPIN: Bool { best.rank == 1 || worst.rank == 1 }

    /// Whether at least one value would be sent and another would not, not even with a PIN.
    package var isPartial: Bool { isAllowed && worst.rank == 0 }
}

extension AccessDecision {
    /// 0 for a no, 1 for what a PIN would allow, 2 for a yes.
    fileprivate var rank: Int {
        switch self {
        case .allow: 2
        case .deny(.stepUpNeeded): 1
        case .deny: 0
        }
    }
}

extension AccessPolicy {
    /// The answer to commands of a person who confirmed nothing with a PIN. `part` and `capability` narrow down what is
    /// commanded; nil means any. Nil when the device takes no such command.
    package func answer(
        toCommandsOf id: PersonID, for device: Device, part: PartID?, capability: CapabilityName?, at now: DecisionTime
    ) -> CommandAnswer? {
        let identity = Identity(actor: .person(id), isAtConsole: false, stepUps: [])
        let parts = device.description.parts.filter { part == nil || $0.id == part }
        let decisions = parts.flatMap { part in
            part.capabilities.filter { $0.isCommanded && (capability == nil || $0.name == capability) }
                .flatMap { capability in
                    capability.tellingValues.map { value in
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
        return CommandAnswer(best: best, worst: worst)
    }

    /// Whether a person may send a command of which the device knows nothing, before anybody looks at its sense.
    package func decideUnknownCommand(
        of id: PersonID, on target: AccessTarget, at now: DecisionTime
    ) -> AccessDecision {
        decideCommand(
            Identity(actor: .person(id), isAtConsole: false, stepUps: []), on: target, safety: .routine, at: now)
    }
}

extension AccessPolicy {
    /// Whether a person needs a PIN for something that their role or a grant permits, now or at another time: managing
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

    /// Whether the role or a grant that is not over permits it, and no deny without conditions forbids it.
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
