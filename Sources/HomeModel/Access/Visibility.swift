/// What one asker may do with one device.
package struct DeviceRights: Hashable, Sendable {
    /// The kinds of capability whose values may be shown.
    package let visible: Set<CapabilityKind>
    /// The kinds that may be commanded, a PIN and the lockdown left out of account.
    package let commandable: Set<CapabilityKind>
    /// The classes of command that the asker may send at all, with a PIN where they may show one.
    package let classes: Set<SafetyClass>

    /// Whether there is a value that a capability of this part takes and the asker may tell it.
    package func mayCommand(_ capability: Capability, of part: Part) -> Bool {
        commandable.contains(capability.kind) && !classes.isDisjoint(with: part.safetyClasses(of: capability))
    }
}

/// What one asker may see of a home and do in it, worked out once.
package struct Visibility: Sendable {
    /// Of every device of which anything may be shown.
    package let rights: [DeviceID: DeviceRights]
    /// Whether refusals of others may be shown.
    package let showsRefusals: Bool
    /// When it ends by itself; nil when only a change of the policy or of the home ends it.
    package let until: Timestamp?
    /// Whether the clock was known when it was worked out; nil where that makes no difference.
    package let isClockKnown: Bool?

    package var isEmpty: Bool { rights.isEmpty }

    package func shows(_ device: DeviceID) -> Bool { rights[device] != nil }

    package func shows(_ series: SeriesID) -> Bool {
        rights[series.device]?.visible.contains(series.capability.kind) ?? false
    }

    /// What was not in order may say anything, and is for those who may read it in the audit log.
    package func shows(_ command: CommandRecord) -> Bool {
        shows(command.series) && (command.isInOrder || showsRefusals)
    }
}

extension AccessPolicy {
    /// All that `maySee` allows of these devices, and what may be commanded of that.
    package func visibility(
        of identity: Identity, in devices: some Sequence<Device>, at now: DecisionTime
    ) -> Visibility {
        var rights: [DeviceID: DeviceRights] = [:]
        for device in devices {
            let own = self.rights(of: identity, to: device, at: now)
            if !own.visible.isEmpty { rights[device.id] = own }
        }
        return Visibility(
            rights: rights, showsRefusals: decide(identity, .viewAudit, at: now).isAllowed,
            until: identity.person.flatMap { nextChange(for: $0, after: now) },
            isClockKnown: identity.person.map(isTimed) ?? false ? now.isKnown : nil)
    }

    /// What may be seen and commanded of one device. Nothing is commandable that may not be seen.
    package func rights(of identity: Identity, to device: Device, at now: DecisionTime) -> DeviceRights {
        let visible = device.kinds.filter { maySee(identity, $0, of: device, at: now) }
        return DeviceRights(
            visible: visible,
            commandable: device.commandedKinds.filter { kind in
                let target = AccessTarget(device: device.id, room: device.room, capability: kind)
                return visible.contains(kind) && decide(identity, .controlDevices, on: target, at: now).isAllowed
            },
            classes: classes(for: identity))
    }

    private func classes(for identity: Identity) -> Set<SafetyClass> {
        guard let person = identity.person else { return Set(SafetyClass.allCases) }
        let classes = identity.mayStepUp ? SafetyClass.allCases : [.routine]
        return Set(classes.filter { people[person]?.role.mayCommand($0) ?? false })
    }
}

extension Device {
    /// All kinds of capability that it describes.
    fileprivate var kinds: Set<CapabilityKind> { kinds { _ in true } }

    /// Those of which it takes commands.
    fileprivate var commandedKinds: Set<CapabilityKind> { kinds(where: \.isCommanded) }

    private func kinds(where isMeant: (Capability) -> Bool) -> Set<CapabilityKind> {
        Set(description.parts.flatMap { part in part.capabilities.filter(isMeant).map(\.kind) })
    }
}
