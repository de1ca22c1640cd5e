import HomeModel

// Movements that people started and may stop, although the grant that allowed them has ended.
extension PeopleRegistry {
    /// Records a command that sets a part in motion, until `endMovement`. A command that no limited grant allowed needs
    /// no record: its sender may stop the part by the same right, unless that is revoked.
    func beginMovement(of command: ValidCommand) {
        let request = command.request
        guard case .grant(let id) = command.authorized.reason, request.capability.kind.travels, !command.isStop,
            let grant = grants.first(where: { $0.id == id }),
            grant.conditions.isTimed || grant.conditions.maximumUses != nil
        else { return }
        travels[request.id] = OwnTravel(
            command: request.id, device: request.device, part: request.part, capability: request.capability.kind,
            grant: grant)
        renew()
    }

    func endMovement(_ command: CommandID) {
        guard travels.removeValue(forKey: command) != nil else { return }
        renew()
    }
}
