/// An open command that set a part in motion and that a limited grant allowed: its sender may stop that part until the
/// command ends, also when the grant is used up or its time is over meanwhile.
package struct OwnTravel: Hashable, Sendable {
    package let command: CommandID
    package let device: DeviceID
    package let part: PartID
    package let capability: CapabilityKind
    /// As it was when the command was sent.
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
    /// The open command by which `identity` set this part in motion and may stop it. Nil where there is none, or where the
    /// right was taken away: the grant was revoked or changed, the device was moved out of it, or a deny forbids it.
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
                    && $0.holds(at: now, in: timeZone)
            }
            return !isDenied && travel.grant.selector.covers(target)
                && own.contains { $0.used(travel.grant.uses) == travel.grant }
        }
    }
}
