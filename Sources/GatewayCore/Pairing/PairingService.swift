package import HomeModel
import HomeStorage

/// How clients come in: a code from someone who manages people, a key, and a look at both sides.
package struct PairingService: Sendable {
    let desk: PairingDesk
    let sessions: SessionRegister
    let people: PeopleRegister
    let service: PeopleService
    let throttle: FailureThrottle<String>
    let acts: AuditedActs

    package init(
        desk: PairingDesk, sessions: SessionRegister, people: PeopleRegister, service: PeopleService,
        acts: AuditedActs
    ) {
        self.desk = desk
        self.sessions = sessions
        self.people = people
        self.service = service
        self.acts = acts
        throttle = FailureThrottle(uptime: acts.clock.uptime)
    }

    /// A code for one client of `person`, good for five minutes, and once.
    package func invite(
        _ person: PersonID, scope: Set<Permission>?, isApproved: Bool, as identity: Identity
    ) async throws(ActRefusal) -> Invitation {
        try await acts.require(.managePeople, of: identity)
        guard let invited = await people.person(person) else { throw .notFound }
        try await service.requireManaging(invited.role, as: identity)
        guard invited.role != .service else {
            throw .conflict("A service is let in by a token, not by pairing; see tomte people token.")
        }
        guard await !desk.isClosed else {
            throw .conflict("Pairing is closed after too many wrong codes; open it first.")
        }
        // Nobody hands out more than they have.
        let scope = scope.map { $0.intersection(identity.scope ?? $0) } ?? identity.scope
        guard await sessions.clientCount(of: person) < SessionRegister.mostClientsOfAPerson else {
            throw .conflict(
                "A person has at most \(SessionRegister.mostClientsOfAPerson) clients; take some out first.")
        }
        try await acts.writeDown(
            .pairingRequest, by: identity, about: person,
            metadata: ["act": "invite", "approval": isApproved ? "any" : "needed"])
        let opened = await desk.invite(
            person, scope: scope, by: identity.description, approval: isApproved ? await approval(by: identity) : nil)
        guard let opened else { throw .conflict("Too many codes are open; they end after five minutes.") }
        return opened
    }

    /// The codes that are open, the first to end first.
    package func invitations(as identity: Identity) async throws(ActRefusal) -> [Invitation] {
        try await acts.require(.managePeople, of: identity)
        return await desk.open
    }

    /// Nobody comes in by its code from here on.
    package func withdraw(_ id: InvitationID, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.managePeople, of: identity)
        guard let invitation = await desk.open.first(where: { $0.id == id }) else { throw .notFound }
        try await service.requireManaging(await people.person(invitation.person)?.role ?? .guest, as: identity)
        try await acts.writeDown(
            .pairingRequest, by: identity, about: invitation.person,
            metadata: ["act": "withdraw", "invitation": id.rawValue])
        guard await desk.withdraw(id) else { throw .notFound }
    }

    /// Whoever shows a good code waits with their key until it is approved. `source` is where they come from.
    package func request(
        _ code: String, key: KeyThumbprint, clientName: String, from source: String
    ) async throws(ActRefusal) -> PendingPairing {
        let name = try DisplayName.checked(clientName, field: "clientName")
        try await requireNew(key)
        try await throttle.attempt(source)
        switch await desk.use(PairingCode(code), key: key, clientName: name) {
        case .pending(let pairing):
            await throttle.succeeded(source)
            try await acts.writeDown(
                .pairingRequest, by: pairing.person, target: pairing.id.rawValue, metadata: ["act": "code"])
            return pairing
        case .closed: throw .conflict("Pairing is closed; it can be opened again from the console.")
        case .full: throw .conflict("Too many wait to be approved; try again in some minutes.")
        case .wrong, .claim: throw await wrongCode()
        }
    }

    /// The session of a pairing that was approved; nil while it still waits.
    package func finish(_ id: PairingID, key: KeyThumbprint) async throws(ActRefusal) -> IssuedTokens? {
        guard let waiting = await desk.waiting(id), waiting.key == key else { throw .notFound }
        guard waiting.isApproved else { return nil }
        try await requireNew(key)
        // The approval may be from a time when the person had a smaller role.
        guard let pairing = await desk.take(id, key: key), let approval = pairing.approval,
            await people.isCovered(pairing.person, by: approval)
        else { throw .notFound }
        return try await open(pairing.person, pairing.key, pairing.clientName, scope: pairing.scope, approval)
    }

    /// Who waits, for whoever may approve.
    package func waiting(as identity: Identity) async throws(ActRefusal) -> [PendingPairing] {
        try await acts.require(.managePeople, of: identity)
        return await desk.waiting
    }

    package func approve(_ id: PairingID, as identity: Identity) async throws(ActRefusal) {
        let approval = await approval(by: identity)
        try await decide(id, as: identity, event: .pairingSuccess) { await desk.approve(id, by: approval) }
    }

    package func reject(_ id: PairingID, as identity: Identity) async throws(ActRefusal) {
        try await decide(id, as: identity, event: .pairingFailure) { await desk.remove(id) }
    }

    private func decide(
        _ id: PairingID, as identity: Identity, event: AuditEvent, _ effect: () async -> Void
    ) async throws(ActRefusal) {
        try await acts.require(.managePeople, of: identity)
        guard let pairing = await desk.waiting(id) else { throw .notFound }
        try await service.requireManaging(await people.person(pairing.person)?.role ?? .guest, as: identity)
        try await acts.writeDown(
            event, by: identity, about: pairing.person,
            metadata: ["act": event == .pairingSuccess ? "approve" : "reject", "pairing": id.rawValue])
        await effect()
    }

    // MARK: - The first owner

    /// Whether the home has an owner. Anybody may know.
    package var isClaimed: Bool {
        get async { await people.hasOwner }
    }

    /// A code by which the first owner takes the home; nil when it has one. Asked for at the console only.
    package func newClaimCode() async -> PairingCode? {
        await people.hasOwner ? nil : await desk.newClaimCode()
    }

    /// Makes whoever shows the claim code the owner. Of two at once one is late.
    package func claim(
        _ code: String, name: String, key: KeyThumbprint, clientName: String, from source: String
    ) async throws(ActRefusal) -> IssuedTokens {
        let ownerName = try DisplayName.checked(name, field: "name")
        let clientName = try DisplayName.checked(clientName, field: "clientName")
        try await requireNew(key)
        guard await !people.hasOwner else { throw .conflict("This home has an owner; ask them for an invitation.") }
        try await throttle.attempt(source)
        guard case .claim = await desk.useClaim(PairingCode(code)) else { throw await wrongCode() }
        let owner = try await service.takeHome(ownerName)
        await throttle.succeeded(source)
        return try await open(owner.id, key, clientName, scope: nil, .console)
    }

    private func open(
        _ person: PersonID, _ key: KeyThumbprint, _ name: DisplayName, scope: Set<Permission>?,
        _ approval: ClientApproval
    ) async throws(ActRefusal) -> IssuedTokens {
        let client = Client(
            id: ClientID.random(), person: person, name: name, key: key, scope: scope, pairedAt: acts.clock.now(),
            approval: approval)
        let act = try await acts.writeDown(
            .pairingSuccess, by: person, at: client.id, target: client.id.rawValue, about: PersonID(approval.approver),
            metadata: ["act": "paired", "approvedAs": approval.role?.rawValue ?? "console"])
        let issued = try await acts.storing(for: [act]) { () async throws(StorageError) in
            try await sessions.open(client)
        }
        guard let issued else {
            await acts.noteFailure(of: [act], .overtaken)
            throw .notFound
        }
        return issued
    }

    private func approval(by identity: Identity) async -> ClientApproval {
        ClientApproval(approver: identity.description, role: await identity.role(in: people.policy))
    }

    private func requireNew(_ key: KeyThumbprint) async throws(ActRefusal) {
        guard await sessions.client(holding: key) == nil else { throw .conflict("This key is paired already.") }
    }

    private func wrongCode() async -> ActRefusal {
        do throws(ActRefusal) {
            try await acts.writeDownStranger(.pairingFailure)
        } catch {
            return error
        }
        return .invalid(field: "code", code: "wrongCode", detail: "No open code is this one.")
    }

    /// Opens pairing again after too many wrong codes. For the console.
    package func reopen(as identity: Identity) async throws(ActRefusal) {
        try await acts.writeDown(.settingsChange, by: identity, metadata: ["act": "reopenPairing"])
        await desk.reopen()
    }
}
