package import HomeModel

/// The services with which an incident is contained.
struct ContainmentSteps: Sendable {
    let clients: ClientService
    let tokens: TokenService
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
        case .lockdown, .revokeClient, .revokeToken, .revokeDevice: nil
        case .endSessionsOfPerson, .endAllSessions, .rotateKeys, .finishRotation: .people
        }
    }

    /// Carries out one step against an incident. The step itself checks its own permission and writes its own entries; the
    /// incident lists it, also when it failed.
    package func contain(
        _ id: IncidentID, by containment: Containment, target: String?, as identity: Identity
    ) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity, for: .incidentContain)
        if let stepUp = Self.stepUp(for: containment) { try await actions.require(stepUp, of: identity) }
        let incident = try await existing(id)
        guard incident.acts.count < Incident.mostActs else {
            throw .conflict("The incident lists \(Incident.mostActs) steps, which is the limit.")
        }
        guard containment.needsTarget == (target != nil) else {
            throw .invalid(
                field: "target", code: containment.needsTarget ? "missing" : "contradictory",
                detail: containment.needsTarget ? "Say what the step is against." : "This step has no target.")
        }
        try await actions.writeEntry(
            .incidentContain, by: identity, target: id.rawValue, metadata: ["step": containment.rawValue])
        let failure: ActionRefusal?
        do throws(ActionRefusal) {
            try await carryOut(containment, target: target, as: identity)
            failure = nil
        } catch {
            failure = error
        }
        // A step that is in force, although the disk has not stored it, is done.
        var isDone = failure == nil
        if case .held? = failure { isDone = true }
        let act = IncidentAct(
            time: actions.clock.now(), actor: identity.description, containment: containment, target: target,
            isDone: isDone)
        let changed = try? await incidents.change(id) { incident in
            incident.acts.append(act)
            return true
        }
        await feed.publish([.homeChanged])
        if case .notFound? = failure {
            // The incident exists; what the step is against does not.
            throw .missing("There is no “\(EscapedText(target ?? "", limit: 64))”, or you may not see it.")
        }
        if let failure { throw failure }
        return await view(of: changed ?? incident, for: identity)
    }

    private func carryOut(
        _ containment: Containment, target: String?, as identity: Identity
    ) async throws(ActionRefusal) {
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
            try await endSessions(as: identity) { $0.person == id }
        case .endAllSessions: try await endSessions(as: identity) { _ in true }
        case .rotateKeys: try await steps.keys.begin(as: identity)
        case .finishRotation: try await steps.keys.finish(as: identity)
        }
    }

    /// Revokes the clients, except the one that asks. Goes on after a client that the asker may not revoke, and throws
    /// its refusal at the end.
    private func endSessions(
        as identity: Identity, of isMeant: @Sendable (Client) -> Bool
    ) async throws(ActionRefusal) {
        try await actions.require(.managePeople, of: identity)
        var refusal: ActionRefusal?
        for client in await steps.sessions.allClients where client.id != identity.client && isMeant(client) {
            do throws(ActionRefusal) {
                try await steps.clients.revoke(client.id, as: identity)
            } catch {
                // A client that is gone meanwhile needs no revocation.
                if case .notFound = error { continue }
                refusal = error
            }
        }
        if let refusal { throw refusal }
    }
}
