import HomeModel

/// Finds and removes what a person loses with a role that manages people: ways in that could have been prepared by
/// people who may not manage the new role. Otherwise an admin could pair a client of a member and wait until that
/// member is an owner.
struct RolePromotion: Sendable {
    let personRemoval: PersonRemoval
    let actions: AuthorizedActions

    /// The clients and the PIN that must be removed first.
    struct UntrustedAccess: Sendable {
        let clients: [Client]
        let hasPIN: Bool

        var isEmpty: Bool { clients.isEmpty && !hasPIN }

        /// The sentence for the person who has to confirm the removal.
        var sentence: String {
            let names = clients.map { "“\($0.name)” (\($0.id))" }.joined(separator: ", ")
            let lost = [
                clients.isEmpty
                    ? nil
                    : "these clients are removed, because they were approved by people who may not let in a person of this role: "
                        + names,
                hasPIN ? "the PIN is cleared, because it was not set at a client that stays" : nil,
            ].compactMap(\.self)
            return "With this role, \(lost.joined(separator: ", and ")). Confirm it."
        }
    }

    static func isPromotion(from old: Role, to new: Role) -> Bool {
        new.permissions.contains(.managePeople) && !new.permissions.isSubset(of: old.permissions)
    }

    func leftovers(of person: PersonID, raisedTo role: Role) async -> UntrustedAccess {
        let own = await personRemoval.sessions.allClients.filter { $0.person == person }
        let gone = own.filter { !($0.approval?.covers(role) ?? false) }
        let kept = Set(own.map(\.id)).subtracting(gone.map(\.id)).map(\.rawValue)
        let place = await personRemoval.pins.clientOfPIN(of: person)
        let isKept = place == PINRegistry.console || place.map(kept.contains) ?? false
        return UntrustedAccess(clients: gone, hasPIN: await personRemoval.pins.has(person) && !isKept)
    }

    /// Discards open codes and invitations, and removes the leftovers; each removal has an audit entry.
    func clear(_ leftovers: UntrustedAccess, of person: PersonID, as identity: Identity) async throws(ActionRefusal) {
        await personRemoval.pendingPairings.forget(person)
        await personRemoval.invitations.removeAll(of: person, onlyReceived: true)
        for client in leftovers.clients {
            let act = try await actions.writeEntry(
                .clientRevoke, by: identity, target: client.id.rawValue, about: person, metadata: ["reason": "raised"])
            let endStreams = { await personRemoval.feed.end(client: client.id) }
            try await actions.storing(
                for: [act],
                survivingFailure: {
                    await endStreams(); return true
                }
            ) {
                () async throws(StorageError) in
                try await personRemoval.sessions.revoke(client.id)
            }
            await endStreams()
        }
        guard leftovers.hasPIN else { return }
        let act = try await actions.writeEntry(
            .policyChange, by: identity, about: person, metadata: ["act": "clearPIN", "reason": "raised"])
        await personRemoval.pins.allowFirst(of: person, at: actions.clock.uptime())
        try await actions.storing(for: [act], survivingFailure: { true }) { () async throws(StorageError) in
            try await personRemoval.pins.clear(person)
        }
    }
}

// MARK: - While a role is being raised

extension PeopleRegistry {
    /// From here on until `endPromotion`, a new client or PIN of this person must also be allowed for `role`.
    func beginPromotion(of id: PersonID, to role: Role) { pendingPromotions[id, default: []].append(role) }

    func endPromotion(of id: PersonID, to role: Role) {
        guard let index = pendingPromotions[id]?.firstIndex(of: role) else { return }
        pendingPromotions[id]?.remove(at: index)
        if pendingPromotions[id]?.isEmpty ?? false { pendingPromotions[id] = nil }
    }

    /// Whether this approval is enough for the role of the person, and for every role that they are about to get.
    /// Returns false when the person does not exist.
    func isCovered(_ id: PersonID, by approval: ClientApproval?) -> Bool {
        guard let approval, let role = policy.people[id]?.role else { return false }
        return ([role] + (pendingPromotions[id] ?? [])).allSatisfy(approval.covers)
    }

    /// The role of the person; nil while it is being raised, or when the person does not exist.
    func stableRole(of id: PersonID) -> Role? { pendingPromotions[id] == nil ? policy.people[id]?.role : nil }
}
