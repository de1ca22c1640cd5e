package import HomeModel

/// Pairs clients: a person who manages people makes a code, the client presents the code with its key, and a person
/// approves the key.
package struct PairingService: Sendable {
    let pendingPairings: PendingPairings
    let sessions: SessionRegistry
    let people: PeopleRegistry
    let service: PeopleService
    let feed: LiveFeed
    let throttle: FailureThrottle<String>
    let actions: AuthorizedActions

    package init(
        pendingPairings: PendingPairings, sessions: SessionRegistry, people: PeopleRegistry, service: PeopleService,
        feed: LiveFeed, actions: AuthorizedActions
    ) {
        self.pendingPairings = pendingPairings
        self.sessions = sessions
        self.people = people
        self.service = service
        self.feed = feed
        self.actions = actions
        throttle = FailureThrottle(uptime: actions.clock.uptime)
    }

    /// Opens a code for one client of `person`. The code is valid for five minutes, and once.
    package func invite(
        _ person: PersonID, scope: Set<Permission>?, isApproved: Bool, as identity: Identity
    ) async throws(ActionRefusal) -> OpenPairingCode {
        try await actions.require(.managePeople, of: identity)
        guard let invited = await people.person(person) else { throw .notFound }
        try await service.requireManaging(invited.role, as: identity)
        guard invited.role != .service else {
            throw .conflict("A service connects with a token, not by pairing; see tomte people token.")
        }
        guard await !pendingPairings.isClosed else {
            throw .conflict("Pairing is closed after too many wrong codes; open it first.")
        }
        // The inviter cannot give more than their own scope.
        let scope = scope.map { $0.intersection(identity.scope ?? $0) } ?? identity.scope
        guard await sessions.clientCount(of: person) < SessionRegistry.maximumClientsPerPerson else {
            throw .conflict(
                "A person has at most \(SessionRegistry.maximumClientsPerPerson) clients; remove some first.")
        }
        try await actions.writeEntry(
            .pairingRequest, by: identity, about: person,
            metadata: ["act": "invite", "approval": isApproved ? "any" : "needed"])
        let opened = await pendingPairings.invite(
            person, scope: scope, by: identity.description, approval: isApproved ? await approval(by: identity) : nil)
        guard let opened else { throw .conflict("Too many codes are open; they end after five minutes.") }
        return opened
    }

    /// Returns the open codes; those that end first come first.
    package func invitations(as identity: Identity) async throws(ActionRefusal) -> [OpenPairingCode] {
        try await actions.require(.managePeople, of: identity)
        return await pendingPairings.open
    }

    /// Closes a code, so that no client can pair with it any more.
    package func withdraw(_ id: PairingCodeID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.managePeople, of: identity)
        guard let invitation = await pendingPairings.open.first(where: { $0.id == id }) else { throw .notFound }
        try await service.requireManaging(await people.person(invitation.person)?.role ?? .guest, as: identity)
        try await actions.writeEntry(
            .pairingRequest, by: identity, about: invitation.person,
            metadata: ["act": "withdraw", "invitation": id.rawValue])
        guard await pendingPairings.withdraw(id) else { throw .notFound }
    }

    /// Accepts a client that presents a valid code; its key then waits for approval. `source` is the origin of the
    /// request, for the limit of failures.
    package func request(
        _ code: String, key: KeyThumbprint, clientName: String, from source: String
    ) async throws(ActionRefusal) -> PendingPairing {
        let name = try DisplayName.checked(clientName, field: "clientName")
        try await requireNew(key)
        try await throttle.attempt(source)
        switch await pendingPairings.use(PairingCode(code), key: key, clientName: name) {
        case .pending(let pairing):
            await throttle.succeeded(source)
            await feed.publish(.waiting)
            try await actions.writeEntry(
                .pairingRequest, by: pairing.person, target: pairing.id.rawValue, metadata: ["act": "code"])
            return pairing
        case .closed: throw .conflict("Pairing is closed; it can be opened again from the console.")
        case .full: throw .conflict("Too many clients wait for approval; try again in a few minutes.")
        case .wrong, .claim: throw await wrongCode()
        }
    }

    /// Completes an approved pairing and returns the tokens of the new session; nil while the pairing waits for
    /// approval.
    package func finish(_ id: PairingID, key: KeyThumbprint) async throws(ActionRefusal) -> IssuedTokens? {
        guard let waiting = await pendingPairings.waiting(id), waiting.key == key else { throw .notFound }
        guard waiting.isApproved else { return nil }
        try await requireNew(key)
        guard let pairing = await pendingPairings.removeApproved(id, key: key) else { throw .notFound }
        await feed.publish(.waiting)
        let tokens: IssuedTokens
        do throws(ActionRefusal) {
            tokens = try await open(pairing)
        } catch {
            _ = await pendingPairings.endFinish(id)
            throw error
        }
        guard await pendingPairings.endFinish(id) else {
            // It was rejected in the meantime.
            try? await sessions.revoke(tokens.client.id)
            await actions.recordRestrictions()
            throw .notFound
        }
        return tokens
    }

    private func open(_ pairing: PendingPairing) async throws(ActionRefusal) -> IssuedTokens {
        // The approval may be from a time when the person had a smaller role.
        guard let approval = pairing.approval, await people.isCovered(pairing.person, by: approval) else {
            throw .notFound
        }
        return try await open(
            pairing.person, key: pairing.key, name: pairing.clientName, scope: pairing.scope, approval: approval,
            through: ["pairing": pairing.id.rawValue])
    }

    /// Returns the clients that wait for approval, for people who may approve them.
    package func waiting(as identity: Identity) async throws(ActionRefusal) -> [PendingPairing] {
        try await actions.require(.managePeople, of: identity)
        return await pendingPairings.waiting
    }

    /// Approves the key of a waiting client.
    package func approve(_ id: PairingID, as identity: Identity) async throws(ActionRefusal) {
        let approval = await approval(by: identity)
        try await decide(id, as: identity, event: .pairingSuccess) { await pendingPairings.approve(id, by: approval) }
    }

    /// Rejects a waiting client, also one that was approved and is being let in.
    package func reject(_ id: PairingID, as identity: Identity) async throws(ActionRefusal) {
        try await decide(id, as: identity, event: .pairingFailure) { await pendingPairings.remove(id) }
    }

    private func decide(
        _ id: PairingID, as identity: Identity, event: AuditEvent, effect: () async -> Void
    ) async throws(ActionRefusal) {
        try await actions.require(.managePeople, of: identity)
        let isApproval = event == .pairingSuccess
        let found = isApproval ? await pendingPairings.waiting(id) : await pendingPairings.unfinished(id)
        guard let pairing = found else { throw .notFound }
        try await service.requireManaging(await people.person(pairing.person)?.role ?? .guest, as: identity)
        try await actions.writeEntry(
            event, by: identity, about: pairing.person,
            metadata: ["act": isApproval ? "approve" : "reject", "pairing": id.rawValue])
        await effect()
        await feed.publish(.waiting)
    }

    // MARK: - The first owner

    /// Whether the home has an owner. Everyone may know this.
    package var isClaimed: Bool {
        get async { await people.hasOwner }
    }

    /// Returns a code with which the first owner claims the home; nil when the home has an owner. Only the console
    /// calls this.
    package func newClaimCode() async -> PairingCode? {
        await people.hasOwner ? nil : await pendingPairings.newClaimCode()
    }

    /// Makes the person who presents the claim code the owner. Of two requests at once, the second is refused.
    package func claim(
        _ code: String, name: String, key: KeyThumbprint, clientName: String, from source: String
    ) async throws(ActionRefusal) -> IssuedTokens {
        let ownerName = try DisplayName.checked(name, field: "name")
        let clientName = try DisplayName.checked(clientName, field: "clientName")
        try await requireNew(key)
        guard await !people.hasOwner else { throw .conflict("This home has an owner; ask them for an invitation.") }
        try await throttle.attempt(source)
        guard case .claim = await pendingPairings.useClaim(PairingCode(code)) else { throw await wrongCode() }
        let owner = try await service.claimHome(ownerName)
        await throttle.succeeded(source)
        return try await open(owner.id, key: key, name: clientName, scope: nil, approval: .console)
    }

    /// Opens the session of a new client. `origin` says in the audit log by which pairing or invitation.
    func open(
        _ person: PersonID, key: KeyThumbprint, name: DisplayName, scope: Set<Permission>?,
        approval: ClientApproval, through origin: [String: String] = [:]
    ) async throws(ActionRefusal) -> IssuedTokens {
        let client = Client(
            id: ClientID.random(), person: person, name: name, key: key, scope: scope, pairedAt: actions.clock.now(),
            approval: approval)
        let act = try await actions.writeEntry(
            .pairingSuccess, by: person, at: client.id, target: client.id.rawValue, about: PersonID(approval.approver),
            metadata: origin.merging(["act": "paired", "approvedAs": approval.role?.rawValue ?? "console"]) { $1 })
        let issued = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await sessions.open(client)
        }
        guard let issued else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .notFound
        }
        return issued
    }

    /// Gives a client that came in a moment ago its tokens again.
    func reissue(to client: Client) async throws(ActionRefusal) -> IssuedTokens {
        let act = try await actions.writeEntry(
            .pairingSuccess, by: client.person, at: client.id, target: client.id.rawValue,
            metadata: ["act": "reissue"])
        let issued = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await sessions.reissue(client.id)
        }
        guard let issued else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .notFound
        }
        return issued
    }

    func approval(by identity: Identity) async -> ClientApproval {
        ClientApproval(approver: identity.description, role: await identity.role(in: people.policy))
    }

    func requireNew(_ key: KeyThumbprint) async throws(ActionRefusal) {
        guard await sessions.client(holding: key) == nil else { throw Self.isPaired }
    }

    static let isPaired = ActionRefusal.conflict("This key is paired already.")

    private func wrongCode() async -> ActionRefusal {
        do throws(ActionRefusal) {
            try await actions.writeStrangerEntry(.pairingFailure)
        } catch {
            return error
        }
        return .invalid(field: "code", code: "wrongCode", detail: "This is not an open code. Ask for a new one.")
    }

    /// Opens pairing again after too many wrong codes. For the console.
    package func reopen(as identity: Identity) async throws(ActionRefusal) {
        try await actions.writeEntry(.settingsChange, by: identity, metadata: ["act": "reopenPairing"])
        await pendingPairings.reopen()
    }
}
