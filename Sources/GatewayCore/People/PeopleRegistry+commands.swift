import Concurrency
import HomeModel
import HomeStore

// Uses of grants with limited uses. A command counts one before it is sent.
extension PeopleRegistry {
    /// The result of counting a use of a grant.
    enum Use: Sendable {
        case counted
        /// No use was left.
        case usedUp
        /// The grant was revoked meanwhile.
        case revoked
    }

    /// Counts one use of a grant with limited uses.
    ///
    /// A use counts before the disk has it, so that two requests at once cannot both have the last one. A use that
    /// could not be stored stays counted.
    func use(_ id: GrantID) async throws(StorageError) -> Use {
        guard let index = grants.firstIndex(where: { $0.id == id }) else { return .revoked }
        guard let maximum = grants[index].conditions.maximumUses else { return .counted }
        guard grants[index].uses < maximum else { return .usedUp }
        grants[index].uses += 1
        let used = grants[index]
        renew()
        if used.uses == maximum { notifyChange(of: used.person) }
        unsavedUses.insert(id)
        try await saveUses(id)
        return .counted
    }

    /// Stores the number of uses that a grant has had by now.
    func saveUses(_ id: GrantID) async throws(StorageError) {
        try await writeLock.withLock { () async throws(StorageError) in
            guard unsavedUses.contains(id), let grant = grants.first(where: { $0.id == id }) else { return }
            try await store.updateUses(of: grant)
            let isLatest = grants.first { $0.id == id }.map { $0.uses == grant.uses } ?? true
            if isLatest { unsavedUses.remove(id) }
        }
    }

    /// Returns a use for which nothing was sent to the grant. The use stays spent on the disk until the write succeeds.
    func returnUse(of id: GrantID) async throws(StorageError) {
        guard let index = grants.firstIndex(where: { $0.id == id }),
            let maximum = grants[index].conditions.maximumUses, grants[index].uses > 0
        else { return }
        grants[index].uses -= 1
        let left = grants[index]
        renew()
        // The grant applies again, so its devices may be visible again.
        if left.uses == maximum - 1 { notifyChange(of: left.person) }
        unsavedUses.insert(id)
        try await saveUses(id)
    }
}

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
