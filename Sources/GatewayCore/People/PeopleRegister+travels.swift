import HomeModel

// What people set in motion and may stop, though the grant that allowed it is over.
extension PeopleRegister {
    /// Notes a command that sets a part in motion, until `endTravel`. One that no limited grant allowed needs no note: its
    /// sender may stop the part by the same right, unless that is taken away.
    func beginTravel(of command: ValidCommand) {
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

    func endTravel(_ command: CommandID) {
        guard travels.removeValue(forKey: command) != nil else { return }
        renew()
    }
}
