package import HomeModel

/// Makes, lists, approves and revokes invitations, for people who manage people. `InvitationService+clients.swift` has
/// the steps of the invited client.
package struct InvitationService: Sendable {
    let invitations: InvitationRegistry
    let pairing: PairingService
    let grants: GrantService
    /// Delays each address that names invitations which do not exist. Known invitations are not affected.
    let unknownTries: FailureThrottle<String>
    /// Limits the same from all addresses together.
    let allUnknownTries: AttemptLimit

    var people: PeopleRegistry { pairing.people }
    var actions: AuthorizedActions { pairing.actions }
    var feed: LiveFeed { pairing.feed }

    package init(invitations: InvitationRegistry, pairing: PairingService, grants: GrantService) {
        self.invitations = invitations
        self.pairing = pairing
        self.grants = grants
        unknownTries = FailureThrottle(uptime: pairing.actions.clock.uptime)
        allUnknownTries = AttemptLimit(100, within: .seconds(600), uptime: pairing.actions.clock.uptime)
    }

    /// Makes an invitation. Its secrets are in the result and are stored nowhere. A new person is added first, and stays
    /// when the invitation cannot be stored then.
    package func invite(_ draft: InvitationDraft, as identity: Identity) async throws(ActionRefusal) -> SentInvitation {
        try await actions.require(.managePeople, of: identity)
        guard Invitation.lifetimes.contains(draft.lifetime) else { throw Self.wrongLifetime }
        try await grants.checkInvited(draft.grants)
        guard await invitations.count < InvitationRegistry.most else {
            throw .conflict("\(InvitationRegistry.most) invitations are open; revoke some first.")
        }
        let person = try await invitee(draft.invitee, as: identity)
        let sent = await make(draft, for: person, as: identity)
        let act = try await actions.writeEntry(
            .pairingRequest, by: identity, about: person.id, metadata: sent.invitation.auditDetails)
        let inviter = await hash(of: identity)
        let isAdded = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await invitations.add(sent.invitation, madeBy: inviter)
        }
        guard isAdded else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .notFound
        }
        // An inviter who left meanwhile invites no more.
        if let inviter = identity.person, await people.person(inviter) == nil {
            await invitations.removeAll(of: inviter)
        }
        // A person who was removed meanwhile is no longer invited.
        if await people.person(person.id) == nil { await invitations.removeAll(of: person.id) }
        return sent
    }

    /// Returns the open invitations, and those that wrong tries ended; those that end first come first.
    package func list(as identity: Identity) async throws(ActionRefusal) -> [Invitation] {
        try await actions.require(.managePeople, of: identity)
        return await invitations.all
    }

    /// The clocks by which the ends of invitations are shown.
    package func clocks() -> ClockSnapshot { invitations.clocks() }

    /// Ends an invitation at once, also while a client uses it, and after wrong tries ended it.
    package func revoke(_ id: InvitationID, as identity: Identity) async throws(ActionRefusal) {
        let invitation = try await managed(id, as: identity)
        let act = try await actions.writeEntry(
            .pairingRequest, by: identity, about: invitation.person,
            metadata: ["act": "withdraw", "invitation": id.rawValue])
        let isDone = try await actions.storing(for: [act], survivingFailure: { true }) {
            () async throws(StorageError) in
            try await invitations.revoke(id)
        }
        await feed.publish(.waiting)
        guard isDone else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .conflict("A client has just used this invitation. To remove the client: tomte people clients.")
        }
    }

    /// Approves the client whose digits were compared. `digits` are those that the approving person saw, so that an
    /// approval never concerns another client.
    package func approve(
        _ id: InvitationID, digits: String, as identity: Identity
    ) async throws(ActionRefusal) {
        let invitation = try await managed(id, as: identity)
        let seen = InvitationSecret.digits(digits)
        guard let use = invitation.use, let shown = use.digits, use.approval == nil, invitation.ending == nil else {
            throw .invitation(.noClientWaits)
        }
        guard shown == seen else { throw Self.otherDigits }
        let approval = await pairing.approval(by: identity)
        let act = try await actions.writeEntry(
            .pairingSuccess, by: identity, about: invitation.person,
            metadata: ["act": "approve", "invitation": id.rawValue])
        let approver = await hash(of: identity)
        let isDone = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await invitations.change(id, changedBy: approver) { invitation in
                guard invitation.use?.digits == shown, invitation.ending == nil else { return false }
                invitation.use?.approval = approval
                return true
            }
        }
        await feed.publish(.waiting)
        guard isDone == true else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .notFound
        }
    }

    private static let wrongLifetime = ActionRefusal.invalid(
        field: "validMinutes", code: "outOfRange", detail: "An invitation is valid for 5 minutes to 14 days.")
    private static let otherDigits = ActionRefusal.invalid(
        field: "digits", code: "otherDigits",
        detail: "These are not the digits of this client. If they differ on the two screens, revoke the invitation.")
}

extension InvitationService {
    /// The hash of the id of the person who acts; nil for the console.
    private func hash(of identity: Identity) async -> PersonIDHash? {
        guard let person = identity.person else { return nil }
        return await people.hash(of: person)
    }

    /// Returns the invitation, if the asker may manage its person.
    private func managed(_ id: InvitationID, as identity: Identity) async throws(ActionRefusal) -> Invitation {
        try await actions.require(.managePeople, of: identity)
        guard let invitation = await invitations.all.first(where: { $0.id == id }) else { throw .notFound }
        let role = await people.person(invitation.person)?.role ?? .guest
        try await pairing.service.requireManaging(role, as: identity)
        return invitation
    }

    /// Returns the person to invite; adds a new one.
    private func invitee(
        _ invitee: InvitationDraft.Invitee, as identity: Identity
    ) async throws(ActionRefusal) -> Person {
        switch invitee {
        case .new(_, .service): throw Self.service
        case .new(let name, let role): return try await pairing.service.add(name: name, role: role, as: identity)
        case .existing(let id):
            guard let person = await people.person(id) else { throw .notFound }
            try await pairing.service.requireManaging(person.role, as: identity)
            guard person.role != .service else { throw Self.service }
            guard await pairing.sessions.clientCount(of: id) < SessionRegistry.maximumClientsPerPerson else {
                throw Self.tooManyClients
            }
            return person
        }
    }

    private func make(_ draft: InvitationDraft, for person: Person, as identity: Identity) async -> SentInvitation {
        let secret = InvitationSecret.random()
        let number = draft.admission == .number ? InvitationSecret.randomNumber() : nil
        let invitation = Invitation(
            id: .random(), person: person.id,
            inviter: Inviter(approval: await pairing.approval(by: identity), person: identity.person),
            admission: draft.admission, secret: secret.digest,
            number: number.map { secret.digest(ofNumber: $0) },
            grants: draft.grants.map { $0.addressed(to: person.id) },
            // The inviter cannot give more than their own scope.
            scope: draft.scope.map { $0.intersection(identity.scope ?? $0) } ?? identity.scope,
            lifetime: draft.lifetime, createdAt: invitations.clocks())
        return SentInvitation(invitation: invitation, secret: secret, number: number.map { Secret($0) })
    }

    private static let service = ActionRefusal.conflict(
        "A service connects with a token, not by an invitation; see tomte people token.")
    static let tooManyClients = ActionRefusal.conflict(
        "A person has at most \(SessionRegistry.maximumClientsPerPerson) clients; remove some first.")
}

extension Grant {
    fileprivate func addressed(to person: PersonID) -> Grant {
        Grant(
            id: id, person: person, effect: .allow, permissions: permissions, selector: selector,
            conditions: conditions)
    }
}

extension Invitation {
    /// The terms for the audit log. The entries of the grants follow when they are given.
    fileprivate var auditDetails: [String: String] {
        [
            "act": "invite", "approval": admission == .number ? "number" : "needed", "invitation": id.rawValue,
            "minutes": String(lifetime.components.seconds / 60), "grants": String(grants.count),
        ]
    }
}
