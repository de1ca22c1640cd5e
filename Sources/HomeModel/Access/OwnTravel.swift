/// An open command that started a movement and was allowed by a limited grant. Its sender may stop the part until the
/// command ends, even when the grant has been used up or has ended by then.
package struct OwnTravel: Hashable, Sendable {
    package let command: CommandID
    package let device: DeviceID
    package let part: PartID
    package let capability: CapabilityKind
    /// The grant as it was when the command was sent.
    package let grant: Grant

    package init(command: CommandID, device: DeviceID, part: PartID, capability: CapabilityKind, grant: Grant) {
        self.command = command
        self.device = device
        self.part = part
        self.capability = capability
        self.grant = grant
    }
}

extension AccessPolicy {
    /// The open command with which `identity` started the movement of this part and which it may stop. Nil when there
    /// is none, and when the right was withdrawn: the grant was revoked or changed, the device no longer falls under
    /// it, or a deny forbids it.
    func ownTravel(
        of identity: Identity, on device: Device, _ part: PartID, at now: DecisionTime
    ) -> OwnTravel? {
        guard let id = identity.person, let person = people[id], person.role.mayCommand(.routine),
            identity.scope?.contains(.controlDevices) ?? true
        else { return nil }
        let own = grants[id] ?? []
        return travels[id]?.first { travel in
            guard travel.device == device.id, travel.part == part else { return false }
            let target = AccessTarget(device: device.id, room: device.room, capability: travel.capability)
            let isDenied = own.contains {
                $0.effect == .deny && $0.permissions.contains(.controlDevices) && $0.selector.covers(target)
                    && $0.isInEffect(at: now, in: timeZone)
            }
            return !isDenied && travel.grant.selector.covers(target)
                && own.contains { $0.withUses(travel.grant.uses) == travel.grant }
        }
    }
}
