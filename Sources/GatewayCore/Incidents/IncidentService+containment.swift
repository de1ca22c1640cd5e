package import HomeModel

/// The services with which an incident is contained.
struct ContainmentSteps: Sendable {
    let clients: ClientService
    let tokens: TokenService
    let invitations: InvitationService
    let pairing: PairingService
    let credentials: CredentialService
    let lockdown: LockdownService
    let sessions: SessionRegistry
    let keys: KeyRotationService
}

extension IncidentService {
    /// The confirmation that a step needs, besides the permission that its own service checks.
    package static func stepUp(for containment: Containment) -> StepUp? {
        switch containment {
        // Quick, and undone with a PIN.
        case .lockdown, .revokeClient, .revokeToken, .revokeDevice, .endLockdown, .changePIN: nil
        case .endSessionsOfPerson, .endAllSessions, .rotateKeys, .finishRotation: .people
        }
    }

    /// Carries out one step against an incident. The step itself checks its own permission and writes its own entries; the
    /// incident lists it, also when it failed. Throws `.conflict` for a lockdown that is on already, which is no step.
    package func contain(
        _ id: IncidentID, by containment: Containment, target: String?, as identity: Identity
    ) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity, for: .incidentContain)
        if let stepUp = Self.stepUp(for: containment) { try await actions.require(stepUp, of: identity) }
        let incident = try await existing(id)
        guard incident.acts.count < Incident.mostActs else {
            throw .conflict("The incident lists \(Incident.mostActs) steps, which is the limit.")
        }
        guard containment.isStep else {
            throw .invalid(
                field: "step", code: "unknown", detail: "An incident lists this when it was done, and it is no step.")
        }
        guard containment.needsTarget == (target != nil) else {
            throw .invalid(
                field: "target", code: containment.needsTarget ? "missing" : "contradictory",
                detail: containment.needsTarget ? "Say what the step is against." : "This step has no target.")
        }
        if containment == .lockdown, await steps.lockdown.since != nil {
            throw .conflict("The lockdown is on already.")
        }
        let aim = try await resolved(target, of: containment, as: identity)
        try await actions.writeEntry(
            .incidentContain, by: identity, target: id.rawValue, metadata: ["step": containment.rawValue])
        var signedOut: Int?
        let failure: ActionRefusal?
        do throws(ActionRefusal) {
            signedOut = try await carryOut(containment, target: target, as: identity)
            failure = nil
        } catch {
            failure = error
        }
        // A step that is in force, although the disk has not stored it, is done.
        var isDone = failure == nil
        if case .held? = failure { isDone = true }
        let act = IncidentAct(
            time: actions.clock.now(), actor: identity.description, containment: containment, target: target,
            targetName: aim.name, targetPerson: aim.person?.rawValue, signedOut: signedOut, isDone: isDone)
        let changed = try? await incidents.change(id) { incident in
            incident.acts.append(act)
            return true
        }
        await feed.publish([.homeChanged])
        if case .notFound? = failure {
            // The incident exists; what the step is against does not.
            throw Self.missing(target)
        }
        if let failure { throw failure }
        return await view(of: changed ?? incident, for: identity)
    }

    private static func missing(_ target: String?) -> ActionRefusal {
        .missing("There is no “\(EscapedText(target ?? "", limit: 64))”, or you may not see it.")
    }

    /// What a step is against, as it is called before the step.
    private struct Aim {
        var name: String?
        var person: PersonID?
    }

    /// Finds what the step is against. Throws `.missing` for what does not exist, so that a mistyped id is no act. An asker
    /// who may not see it gets the refusal of the step.
    private func resolved(
        _ target: String?, of containment: Containment, as identity: Identity
    ) async throws(ActionRefusal) -> Aim {
        let permission: Permission = containment == .revokeDevice ? .addDevices : .managePeople
        guard let target, await actions.isAllowed(permission, identity: identity) else { return Aim() }
        switch containment {
        case .revokeClient:
            if let id = ClientID(target), let client = await steps.sessions.clients[id] {
                return Aim(name: client.name.text, person: client.person)
            }
        case .revokeToken:
            if let id = TokenID(target), let token = await steps.sessions.tokens[id] {
                return Aim(name: token.name.text, person: token.person)
            }
        case .revokeDevice:
            let all = try await steps.credentials.list(as: identity)
            if let id = DeviceID(target), all.contains(where: { $0.root == id }) {
                let names = await steps.credentials.deviceNames(behind: id).map(\.text)
                return Aim(name: names.isEmpty ? nil : names.joined(separator: ", "))
            }
        case .endSessionsOfPerson:
            if let id = PersonID(target), let person = await people.person(id) { return Aim(name: person.name.text) }
        case .lockdown, .endAllSessions, .rotateKeys, .finishRotation, .endLockdown, .changePIN: return Aim()
        }
        throw Self.missing(target)
    }

    /// Returns how many clients were signed out, for a step that signs out several.
    private func carryOut(
        _ containment: Containment, target: String?, as identity: Identity
    ) async throws(ActionRefusal) -> Int? {
        switch containment {
        case .lockdown: try await steps.lockdown.set(true, as: identity)
        case .revokeClient:
            guard let id = target.flatMap({ ClientID($0) }) else { throw .notFound }
            try await steps.clients.revoke(id, as: identity)
        case .revokeToken:
            guard let id = target.flatMap({ TokenID($0) }) else { throw .notFound }
            try await steps.tokens.revoke(id, as: identity)
        case .revokeDevice:
            guard let id = target.flatMap({ DeviceID($0) }) else { throw .notFound }
            try await steps.credentials.block(id, as: identity)
        case .endSessionsOfPerson:
            guard let id = target.flatMap({ PersonID($0) }), await people.person(id) != nil else { throw .notFound }
            return try await endSessions(of: id, as: identity)
        case .endAllSessions: return try await endSessions(of: nil, as: identity)
        case .rotateKeys: try await steps.keys.begin(as: identity)
        case .finishRotation: try await steps.keys.finish(as: identity)
        case .endLockdown, .changePIN: throw .notFound
        }
        return nil
    }

    /// Ends everything with which the person, or every person, can come in: open invitations and pairing codes, clients that
    /// wait, tokens of the person, and the clients, except the one that asks. Goes on after what the asker may not end, and
    /// throws its refusal at the end. Returns how many clients were signed out.
    private func endSessions(of person: PersonID?, as identity: Identity) async throws(ActionRefusal) -> Int {
        var refusal: ActionRefusal?
        var tried = Set([identity.client?.rawValue].compactMap(\.self))
        var clients: [ClientID] = []
        // A token belongs to a program; only one of this person is meant.
        for token in await steps.sessions.tokens.values where token.person == person {
            await record(&refusal) { () async throws(ActionRefusal) in
                try await steps.tokens.revoke(token.id, as: identity)
            }
        }
        // A client may open a code or an invitation until it is revoked, so what is open is ended once more afterwards.
        for _ in 0..<2 {
            try await endInvitations(concerning: person, as: identity, besides: &tried, refusal: &refusal)
            await endPairings(concerning: person, as: identity, besides: &tried, refusal: &refusal)
            while let client = await steps.sessions.allClients.first(where: {
                (person == nil || $0.person == person) && !tried.contains($0.id.rawValue)
            }) {
                tried.insert(client.id.rawValue)
                clients.append(client.id)
                await record(&refusal) { () async throws(ActionRefusal) in
                    try await steps.clients.revoke(client.id, as: identity)
                }
            }
        }
        if let refusal { throw refusal }
        let left = Set(await steps.sessions.allClients.map(\.id))
        return clients.count { !left.contains($0) }
    }

    /// Before the clients: an invitation that is used meanwhile lets in one more, which is found among them.
    private func endInvitations(
        concerning person: PersonID?, as identity: Identity, besides tried: inout Set<String>,
        refusal: inout ActionRefusal?
    ) async throws(ActionRefusal) {
        for invitation in try await steps.invitations.list(as: identity)
        where invitation.ending == nil
            && (person == nil || invitation.person == person || invitation.inviter.person == person)
        {
            guard tried.insert(invitation.id.rawValue).inserted else { continue }
            await record(&refusal) { () async throws(ActionRefusal) in
                try await steps.invitations.revoke(invitation.id, as: identity)
            }
        }
    }

    /// First the codes, because a code that is used meanwhile becomes a pairing.
    private func endPairings(
        concerning person: PersonID?, as identity: Identity, besides tried: inout Set<String>,
        refusal: inout ActionRefusal?
    ) async {
        let pending = steps.pairing.pendingPairings
        if person == nil { await pending.endClaimCode() }
        for code in await pending.codes(concerning: person) where tried.insert(code.id.rawValue).inserted {
            await record(&refusal) { () async throws(ActionRefusal) in
                try await steps.pairing.withdraw(code.id, as: identity)
            }
        }
        for pairing in await pending.unfinished(concerning: person) where tried.insert(pairing.id.rawValue).inserted {
            await record(&refusal) { () async throws(ActionRefusal) in
                try await steps.pairing.reject(pairing.id, as: identity)
            }
        }
    }

    /// Keeps the refusal of a step. What is gone meanwhile needs no step.
    private func record(
        _ refusal: inout ActionRefusal?, of step: () async throws(ActionRefusal) -> Void
    ) async {
        do throws(ActionRefusal) {
            try await step()
        } catch {
            if case .notFound = error { return }
            refusal = error
        }
    }
}
