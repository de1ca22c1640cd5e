package import HomeModel
import HomeStorage

/// Paired clients, for those who hold them and those who manage people; and how long a session goes on.
package struct ClientService: Sendable {
    let sessions: SessionRegister
    let people: PeopleRegister
    let service: PeopleService
    let feed: LiveFeed
    let acts: AuditedActs

    package init(
        sessions: SessionRegister, people: PeopleRegister, service: PeopleService, feed: LiveFeed, acts: AuditedActs
    ) {
        self.sessions = sessions
        self.people = people
        self.service = service
        self.feed = feed
        self.acts = acts
    }

    /// Everybody's for those who manage people, one's own for anybody else.
    package func list(as identity: Identity) async throws(ActRefusal) -> [Client] {
        let isManager = await acts.may(.managePeople, identity)
        let all = await sessions.clients.values.filter { isManager || $0.isOwn(of: identity) }
        return all.sorted { ($0.person, $0.pairedAt, $0.id) < ($1.person, $1.pairedAt, $1.id) }
    }

    /// Only what it is called where clients are listed.
    package func rename(_ id: ClientID, name: String, as identity: Identity) async throws(ActRefusal) -> Client {
        var client = try await managed(id, as: identity)
        let name = try DisplayName.checked(name, field: "name")
        client.name = name
        let act = try await acts.writeDown(
            .policyChange, by: identity, target: id.rawValue, about: client.person,
            metadata: ["act": "renameClient"])
        try await acts.storing(for: [act]) { () async throws(StorageError) in try await sessions.rename(id, to: name) }
        return client
    }

    /// Out within the second: tokens stop working, event streams end.
    package func revoke(_ id: ClientID, as identity: Identity) async throws(ActRefusal) {
        let client = try await managed(id, as: identity)
        let act = try await acts.writeDown(
            .clientRevoke, by: identity, target: id.rawValue, about: client.person)
        try await takeOut(id, act)
    }

    /// The client, for whom may change it and take it out.
    private func managed(_ id: ClientID, as identity: Identity) async throws(ActRefusal) -> Client {
        guard let client = await sessions.clients[id] else { throw .notFound }
        guard !client.isOwn(of: identity) else { return client }
        // Who may not manage people does not learn that it exists.
        guard await acts.may(.managePeople, identity) else { throw .notFound }
        try await service.requireManaging(await people.person(client.person)?.role ?? .guest, as: identity)
        return client
    }

    /// Forgotten first, so that nobody comes in between.
    private func takeOut(_ id: ClientID, _ act: WrittenAct) async throws(ActRefusal) {
        let endStreams = { await feed.end(client: id) }
        try await acts.storing(
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

    /// After too many failures it stays out until the console unlocks it.
    func lock(_ id: ClientID, as identity: Identity) async throws(ActRefusal) {
        let act = try await acts.writeDown(.clientLock, by: identity, target: id.rawValue)
        let endStreams = { await feed.end(client: id) }
        try await acts.storing(
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

    /// The client says goodbye: its key is worth nothing from here on.
    package func signOut(as identity: Identity) async throws(ActRefusal) {
        guard let client = identity.client else { throw .conflict("Only a paired client can sign out.") }
        let act = try await acts.writeDown(.authLogout, by: identity)
        try await takeOut(client, act)
    }

    /// Writes down that somebody came with a token or a proof that is not good. What cannot be written is refused all
    /// the same.
    package func noteStranger(_ reason: String, token: String?) async {
        var metadata = ["reason": reason]
        if let token { metadata["client"] = await sessions.client(named: token)?.rawValue }
        _ = try? await acts.writeDownStranger(.authLogin, metadata: metadata)
    }

    /// New tokens for a refresh token, which is good only once: whoever shows it again ends the session.
    package func renew(_ refresh: String, key: KeyThumbprint) async throws(ActRefusal) -> IssuedTokens {
        let renewal = try await acts.storing { () async throws(StorageError) in
            try await sessions.renew(refresh: refresh, key: key)
        }
        switch renewal {
        case .renewed(let tokens): return tokens
        case .refused: throw .unauthenticated
        case .reused(let client):
            await feed.end(client: client.id)
            try await acts.writeDown(
                .clientRevoke, by: client.person, at: client.id, metadata: ["reason": "tokenReused"])
            throw .unauthenticated
        }
    }
}

extension Client {
    /// Whether the asker may see it and take it out as their own: a session that was made for less knows only itself.
    fileprivate func isOwn(of identity: Identity) -> Bool {
        person == identity.person && (id == identity.client || identity.scope == nil)
    }
}
