package import HomeModel
package import ProofOfPossession

/// What a person who opened an invitation may know about it.
package struct OpenedInvitation: Sendable {
    package let invitation: Invitation
    package let expiresAt: Timestamp
    package let personName: DisplayName
    /// Nil for an invitation from the console.
    package let inviterName: DisplayName?
}

// The steps of the client that uses an invitation.
extension InvitationService {
    /// Returns what the invitation says, to a client that has its secret.
    package func open(
        _ id: InvitationID?, secret: String, from source: String
    ) async throws(ActionRefusal) -> OpenedInvitation {
        let (invitation, _) = try await presented(id, secret: secret, from: source)
        guard !invitation.isAdmitted, let person = await people.person(invitation.person) else { throw Self.notValid }
        var inviter: Person?
        if let id = invitation.inviter.person { inviter = await people.person(id) }
        return OpenedInvitation(
            invitation: invitation, expiresAt: invitation.expiry(at: invitations.clocks()), personName: person.name,
            inviterName: inviter?.name)
    }

    /// Binds the invitation to the key of a client and to its commitment, and returns the nonce of the gateway. This
    /// happens once: the same client may repeat it and gets the same nonce, so that there is no second try at the
    /// digits.
    package func commit(
        _ id: InvitationID?, secret: String, to commitment: String, key: KeyThumbprint, clientName: String,
        from source: String
    ) async throws(ActionRefusal) -> PairingNonce {
        let name = try DisplayName.checked(clientName, field: "clientName")
        // A commitment is a hash in base64url, as a thumbprint is.
        guard KeyThumbprint(commitment) != nil else {
            throw .invalid(field: "commitment", code: "malformed", detail: "A commitment has 43 base64url characters.")
        }
        try await pairing.requireNew(key)
        let (invitation, _) = try await presented(id, secret: secret, from: source)
        guard invitation.admission == .approval else {
            throw .conflict("This invitation needs its number of six digits.")
        }
        if let use = invitation.use { return try Self.repeated(use, key: key, commitment: commitment) }
        let nonce = PairingNonce.random()
        let use = InvitationUse(key: key, clientName: name, commitment: commitment, gatewayNonce: nonce.text)
        return try Self.repeated(try await bind(invitation, to: use), key: key, commitment: commitment)
    }

    /// Accepts the nonce that belongs to the commitment; then both sides show the digits, and the client waits for
    /// approval. `gatewayKey` is the fingerprint of the gateway's public key.
    package func reveal(
        _ id: InvitationID, nonce text: String, key: KeyThumbprint, gatewayKey: String
    ) async throws(ActionRefusal) {
        guard let invitation = await invitations.invitation(id), let use = invitation.use, use.key == key,
            invitation.ending == nil, !invitation.isAdmitted,
            let gatewayNonce = use.gatewayNonce.flatMap(PairingNonce.init)
        else { throw .notFound }
        try requireRunning(invitation)
        guard let nonce = PairingNonce(text), PairingComparison.commitment(to: nonce, key: key) == use.commitment else {
            throw .invalid(field: "nonce", code: "wrongNonce", detail: "The nonce does not match the commitment.")
        }
        let digits = PairingComparison.digits(
            invitation: id, client: nonce, gateway: gatewayNonce, key: key, gatewayKey: gatewayKey)
        guard use.digits != digits else { return }
        let act = try await actions.writeEntry(
            .pairingRequest, by: invitation.person, target: id.rawValue, metadata: ["act": "code"])
        let isDone = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await invitations.change(id) { invitation in
                guard var bound = invitation.use, bound.key == key else { return false }
                // Another request of this client may have been first; its digits are the same.
                bound.digits = bound.digits ?? digits
                invitation.use = bound
                return bound.digits == digits
            }
        }
        await feed.publish(.waiting)
        guard isDone == true else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .notFound
        }
    }

    /// Lets in a client that presents the number of the invitation besides its secret. The client may repeat it for some
    /// minutes, and gets tokens each time.
    package func admit(
        _ id: InvitationID?, secret: String, number: String, key: KeyThumbprint, clientName: String,
        from source: String
    ) async throws(ActionRefusal) -> IssuedTokens {
        let name = try DisplayName.checked(clientName, field: "clientName")
        let (invitation, exact) = try await presented(id, secret: secret, from: source)
        if invitation.use?.key != key { try await pairing.requireNew(key) }
        guard invitation.admission == .number else {
            throw .conflict("This invitation has no number: its client is approved by a person.")
        }
        try await check(number, with: exact, of: invitation, key: key)
        if invitation.use == nil {
            let use = InvitationUse(key: key, clientName: name, approval: invitation.inviter.approval)
            _ = try await bind(invitation, to: use)
        }
        guard let tokens = try await finish(invitation.id, key: key) else {
            throw .conflict("Another request lets this client in at the moment. Try again in a few seconds.")
        }
        return tokens
    }

    /// Completes a used invitation and returns the tokens of the new session; nil while it waits for approval, or while
    /// another request completes it. The same key gets tokens again for some minutes, because a response may be lost.
    package func finish(_ id: InvitationID, key: KeyThumbprint) async throws(ActionRefusal) -> IssuedTokens? {
        guard let invitation = await invitations.invitation(id), let use = invitation.use, use.key == key,
            invitation.ending == nil
        else { throw .notFound }
        guard use.approval != nil else { return nil }
        try requireRunning(invitation)
        guard await invitations.beginFinish(id) else { return nil }
        do throws(ActionRefusal) {
            return try await complete(id, key: key)
        } catch {
            await invitations.cancelFinish(id)
            throw error
        }
    }

    private func complete(_ id: InvitationID, key: KeyThumbprint) async throws(ActionRefusal) -> IssuedTokens {
        // Another request may have let the client in since the invitation was read.
        guard let invitation = await invitations.invitation(id), let use = invitation.use, use.key == key,
            let approval = use.approval
        else { throw .notFound }
        if let client = await pairing.sessions.client(holding: key) {
            return try await letInAgain(client, by: invitation)
        }
        return try await letIn(use, approval: approval, by: invitation)
    }

    /// Gives tokens to the client that used this invitation and is in already. The mark of the use is missing when the
    /// gateway stopped before it was stored.
    private func letInAgain(_ client: Client, by invitation: Invitation) async throws(ActionRefusal) -> IssuedTokens {
        guard client.person == invitation.person else { throw PairingService.isPaired }
        guard await invitations.endFinish(invitation.id) else { throw .notFound }
        return try await pairing.reissue(to: client)
    }

    private func letIn(
        _ use: InvitationUse, approval: ClientApproval, by invitation: Invitation
    ) async throws(ActionRefusal) -> IssuedTokens {
        // A client that was revoked does not come back by the invitation that it used.
        guard !invitation.isAdmitted else { throw .notFound }
        // The approval may be from a time when the person had a smaller role, or the inviter a larger one.
        guard await people.isCovered(invitation.person, by: approval), await mayStillInvite(invitation) else {
            throw .notFound
        }
        guard await pairing.sessions.clientCount(of: invitation.person) < SessionRegistry.maximumClientsPerPerson else {
            throw Self.tooManyClients
        }
        let given = try await grants.giveInvited(invitation)
        let tokens: IssuedTokens
        do throws(ActionRefusal) {
            tokens = try await pairing.open(
                invitation.person, key: use.key, name: use.clientName, scope: invitation.scope, approval: approval,
                through: ["invitation": invitation.id.rawValue])
        } catch {
            await grants.takeBack(given, of: invitation)
            throw error
        }
        guard await invitations.endFinish(invitation.id) else {
            // It was revoked in the meantime.
            await grants.takeBack(given, of: invitation)
            try? await pairing.sessions.revoke(tokens.client.id)
            await actions.recordRestrictions()
            throw .notFound
        }
        return tokens
    }
}

// MARK: - Checks

extension InvitationService {
    /// Returns the invitation that a client presents with its secret.
    ///
    /// Only a wrong secret for a known id counts against that invitation. Tries that name no known id are limited by
    /// themselves, and close nothing.
    private func presented(
        _ id: InvitationID?, secret text: String, from source: String
    ) async throws(ActionRefusal) -> (Invitation, InvitationSecret) {
        var found: Invitation?
        if let id { found = await invitations.invitation(id) }
        guard let invitation = found else {
            try await allUnknownTries.attempt()
            try await unknownTries.attempt(source)
            try await actions.writeStrangerEntry(.pairingFailure, metadata: ["act": "unknownInvitation"])
            throw Self.notValid
        }
        guard invitation.ending == nil else { throw Self.notValid }
        guard let secret = InvitationSecret(text), secret.digest == invitation.secret else {
            throw try await wrongSecret(of: invitation)
        }
        try requireRunning(invitation)
        guard await mayStillInvite(invitation) else { throw Self.notValid }
        return (invitation, secret)
    }

    /// Uses the invitation up for this client. Returns the use that applies: another request of this client may have
    /// been first. Throws when another client was first.
    private func bind(
        _ invitation: Invitation, to use: InvitationUse
    ) async throws(ActionRefusal) -> InvitationUse {
        let act = try await actions.writeEntry(
            .pairingRequest, by: invitation.person, target: invitation.id.rawValue, metadata: ["act": "open"])
        let first = try await actions.storing(for: [act]) { () async throws(StorageError) -> InvitationUse? in
            let change = try await invitations.change(invitation.id) { invitation -> InvitationUse? in
                guard invitation.ending == nil else { return nil }
                invitation.use = invitation.use ?? use
                return invitation.use
            }
            return change ?? nil
        }
        if let first, first.key == use.key, first.commitment == use.commitment { return first }
        await actions.recordFailure(of: [act], .overtaken)
        throw first == nil ? Self.notValid : Self.isUsed
    }

    /// The nonce for a client that repeats its commitment.
    private static func repeated(
        _ use: InvitationUse, key: KeyThumbprint, commitment: String
    ) throws(ActionRefusal) -> PairingNonce {
        guard use.key == key, use.commitment == commitment, let nonce = use.gatewayNonce.flatMap(PairingNonce.init)
        else { throw isUsed }
        return nonce
    }

    private func requireRunning(_ invitation: Invitation) throws(ActionRefusal) {
        switch invitation.term(at: invitations.clocks()) {
        case .running: return
        case .over: throw Self.notValid
        case .suspended:
            throw .conflict("The gateway does not know the time yet. Try again in a few minutes; see tomte clock.")
        }
    }

    /// Whether the inviter is still in the home and still manages people of this role.
    private func mayStillInvite(_ invitation: Invitation) async -> Bool {
        guard let person = await people.person(invitation.person) else { return false }
        guard let inviter = invitation.inviter.person else { return true }
        return await people.person(inviter)?.role.mayManage(person.role) ?? false
    }

    private func wrongSecret(of invitation: Invitation) async throws(ActionRefusal) -> ActionRefusal {
        let ending = try await actions.storing { () async throws(StorageError) in
            try await invitations.change(invitation.id) { invitation -> Invitation.Ending? in
                guard invitation.ending == nil else { return nil }
                invitation.noteWrongSecret()
                return invitation.ending
            }
        }
        try await record("wrongSecret", of: invitation, ending: ending ?? nil)
        return Self.notValid
    }

    /// Throws unless this is the number. The tries are counted and compared one after another, so that many at once are
    /// not more than the limit, and a try that cannot be counted on the disk is refused.
    private func check(
        _ number: String, with secret: InvitationSecret, of invitation: Invitation, key: KeyThumbprint
    ) async throws(ActionRefusal) {
        let digest = secret.digest(ofNumber: InvitationSecret.digits(number))
        let result = try await actions.storing { () async throws(StorageError) in
            try await invitations.tryNumber(digest, of: invitation.id, by: key)
        }
        switch result {
        case .right: return
        case .used: throw Self.isUsed
        case .ended: throw Self.notValid
        case .wrong(let left):
            try await record("wrongNumber", of: invitation, ending: left > 0 ? nil : .wrongNumbers)
            throw left > 0 ? .wrongNumber(triesLeft: left) : .invitation(.lastNumber)
        }
    }

    /// Records a wrong try. The end of the invitation has a security entry of its own.
    private func record(
        _ act: String, of invitation: Invitation, ending: Invitation.Ending?
    ) async throws(ActionRefusal) {
        let id = invitation.id.rawValue
        try await actions.writeStrangerEntry(
            .pairingFailure, about: invitation.person, metadata: ["act": act, "invitation": id])
        guard let ending else { return }
        await feed.publish(.waiting)
        _ = try await actions.writeGatewayEntry(
            .pairingFailure, about: invitation.person,
            metadata: ["act": "void", "invitation": id, "reason": ending.rawValue])
    }

    private static let notValid = ActionRefusal.invalid(
        field: "secret", code: "wrongInvitation",
        detail: "This invitation is not valid: it has ended, was revoked or was used. Ask for a new one.")
    private static let isUsed = ActionRefusal.invitation(.invitationUsed)
}
