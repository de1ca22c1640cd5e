import HomeModel
import HomeStorage

/// What a person loses with a role that manages people: ways in that could have been prepared by people who may
/// not manage the new role. Otherwise an admin could pair a client of a member and wait until that member is an owner.
struct RoleRaise: Sendable {
    let departure: PersonDeparture
    let acts: AuditedActs

    /// What has to go first.
    struct Leftovers: Sendable {
        let clients: [Client]
        let hasPIN: Bool

        var isEmpty: Bool { clients.isEmpty && !hasPIN }

        /// For the person who has to confirm it.
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

    static func isRaise(from old: Role, to new: Role) -> Bool {
        new.permissions.contains(.managePeople) && !new.permissions.isSubset(of: old.permissions)
    }

    func leftovers(of person: PersonID, raisedTo role: Role) async -> Leftovers {
        let own = await departure.sessions.everyClient.filter { $0.person == person }
        let gone = own.filter { !($0.approval?.covers(role) ?? false) }
        let kept = Set(own.map(\.id)).subtracting(gone.map(\.id)).map(\.rawValue)
        let place = await departure.pins.placeSet(of: person)
        let isKept = place == PINRegister.console || place.map(kept.contains) ?? false
        return Leftovers(clients: gone, hasPIN: await departure.pins.has(person) && !isKept)
    }

    /// Withdraws open codes, and takes out what is left over; each is written down.
    func clear(_ leftovers: Leftovers, of person: PersonID, as identity: Identity) async throws(ActRefusal) {
        await departure.desk.forget(person)
        for client in leftovers.clients {
            let act = try await acts.writeDown(
                .clientRevoke, by: identity, target: client.id.rawValue, about: person, metadata: ["reason": "raised"])
            let endStreams = { await departure.feed.end(client: client.id) }
            try await acts.storing(
                for: [act],
                survivingFailure: {
                    await endStreams(); return true
                }
            ) {
                () async throws(StorageError) in
                try await departure.sessions.revoke(client.id)
            }
            await endStreams()
        }
        guard leftovers.hasPIN else { return }
        let act = try await acts.writeDown(
            .policyChange, by: identity, about: person, metadata: ["act": "clearPIN", "reason": "raised"])
        await departure.pins.allowFirst(of: person, at: acts.clock.uptime())
        try await acts.storing(for: [act], survivingFailure: { true }) { () async throws(StorageError) in
            try await departure.pins.clear(person)
        }
    }
}

// MARK: - While a role is being raised

extension PeopleRegister {
    /// From here on until `endRaise`, a new client or PIN of this person must also be allowed for `role`.
    func beginRaise(of id: PersonID, to role: Role) { raises[id, default: []].append(role) }

    func endRaise(of id: PersonID, to role: Role) {
        guard let index = raises[id]?.firstIndex(of: role) else { return }
        raises[id]?.remove(at: index)
        if raises[id]?.isEmpty ?? false { raises[id] = nil }
    }

    /// Whether this approval is enough for the role of the person, and for every role that they are about to get. False
    /// when there is no such person.
    func isCovered(_ id: PersonID, by approval: ClientApproval?) -> Bool {
        guard let approval, let role = policy.people[id]?.role else { return false }
        return ([role] + (raises[id] ?? [])).allSatisfy(approval.covers)
    }

    /// The role of the person, if it is not about to be raised; nil if it is, or there is no such person.
    func settledRole(of id: PersonID) -> Role? { raises[id] == nil ? policy.people[id]?.role : nil }
}
