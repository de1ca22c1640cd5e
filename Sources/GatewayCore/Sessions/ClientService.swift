package import HomeModel

/// Manages paired clients, for the people who own them and the people who manage people; and renews their sessions.
package struct ClientService: Sendable {
    let sessions: SessionRegistry
    let people: PeopleRegistry
    let service: PeopleService
    let feed: LiveFeed
    let actions: AuthorizedActions

    package init(
        sessions: SessionRegistry, people: PeopleRegistry, service: PeopleService, feed: LiveFeed,
        actions: AuthorizedActions
    ) {
        self.sessions = sessions
        self.people = people
        self.service = service
        self.feed = feed
        self.actions = actions
    }

    /// Returns all clients to people who manage people, and only their own clients to others.
    package func list(as identity: Identity) async throws(ActionRefusal) -> [Client] {
        let isManager = await actions.isAllowed(.managePeople, identity: identity)
        let all = await sessions.clients.values.filter { isManager || $0.isOwn(of: identity) }
        return all.sorted { ($0.person, $0.pairedAt, $0.id) < ($1.person, $1.pairedAt, $1.id) }
    }

    /// Changes the name under which a client is listed.
    package func rename(_ id: ClientID, name: String, as identity: Identity) async throws(ActionRefusal) -> Client {
        var client = try await managed(id, as: identity)
        let name = try DisplayName.checked(name, field: "name")
        client.name = name
        let act = try await actions.writeEntry(
            .policyChange, by: identity, target: id.rawValue, about: client.person,
            metadata: ["act": "renameClient"])
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await sessions.rename(id, to: name)
        }
        return client
    }

    /// Revokes a client within a second: its tokens stop working and its event streams end.
    package func revoke(_ id: ClientID, as identity: Identity) async throws(ActionRefusal) {
        let client = try await managed(id, as: identity)
        let act = try await actions.writeEntry(
            .clientRevoke, by: identity, target: id.rawValue, about: client.person)
        try await revokeAndEndStreams(id, act: act)
    }

    /// Returns the client, if the asker may change and revoke it.
    private func managed(_ id: ClientID, as identity: Identity) async throws(ActionRefusal) -> Client {
        guard let client = await sessions.clients[id] else { throw .notFound }
        guard !client.isOwn(of: identity) else { return client }
        // An asker who may not manage people does not learn that the client exists.
        guard await actions.isAllowed(.managePeople, identity: identity) else { throw .notFound }
        try await service.requireManaging(await people.person(client.person)?.role ?? .guest, as: identity)
        return client
    }

    /// The client is removed first and then its streams end, so that no new stream begins in between.
    private func revokeAndEndStreams(_ id: ClientID, act: AuditedAction) async throws(ActionRefusal) {
        let endStreams = { await feed.end(client: id) }
        try await actions.storing(
            for: [act],
            survivingFailure: {
                await endStreams(); return true
            }
        ) {
            () async throws(StorageError) in
            try await sessions.revoke(id)
        }
        await endStreams()
    }

    /// Locks a client after too many failures, until the console unlocks it.
    func lock(_ id: ClientID, as identity: Identity) async throws(ActionRefusal) {
        let act = try await actions.writeEntry(.clientLock, by: identity, target: id.rawValue)
        let endStreams = { await feed.end(client: id) }
        try await actions.storing(
            for: [act],
            survivingFailure: {
                await endStreams(); return true
            }
        ) {
            () async throws(StorageError) in
            try await sessions.lock(id)
        }
        await endStreams()
    }

    /// Signs a client out: its key is not accepted from here on.
    package func signOut(as identity: Identity) async throws(ActionRefusal) {
        guard let client = identity.client else { throw .conflict("Only a paired client can sign out.") }
        let act = try await actions.writeEntry(.authLogout, by: identity)
        try await revokeAndEndStreams(client, act: act)
    }

    /// Writes an audit entry for a request with an invalid token or proof. The request is refused even if the entry
    /// cannot be written.
    package func recordStranger(_ reason: String, token: String?) async {
        var client: NamedClient?
        if let token { client = await sessions.client(named: token) }
        var metadata = ["reason": client?.isRevoked ?? false ? "revoked" : reason]
        metadata["client"] = client?.id.rawValue
        // The person is named as the one whom the entry concerns, because nothing proves that the sender is that person.
        let person = client?.isRevoked ?? false ? client?.person : nil
        _ = try? await actions.writeStrangerEntry(.authLogin, about: person, metadata: metadata)
    }

    /// Returns new tokens for a refresh token, which is valid only once: a client that presents it again is revoked.
    package func renew(_ refresh: String, key: KeyThumbprint) async throws(ActionRefusal) -> IssuedTokens {
        let renewal = try await actions.storing { () async throws(StorageError) in
            try await sessions.renew(refresh: refresh, key: key)
        }
        switch renewal {
        case .renewed(let tokens): return tokens
        case .refused: throw .unauthenticated
        case .reused(let client):
            await feed.end(client: client.id)
            try await actions.writeEntry(
                .clientRevoke, by: client.person, at: client.id, metadata: ["reason": "tokenReused"])
            throw .unauthenticated
        }
    }
}

extension Client {
    /// Whether the asker may see the client and revoke it as their own. A session with a reduced scope sees only its
    /// own client.
    fileprivate func isOwn(of identity: Identity) -> Bool {
        person == identity.person && (id == identity.client || identity.scope == nil)
    }
}
