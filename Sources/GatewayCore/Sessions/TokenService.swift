package import HomeCertificates
package import HomeModel
import HomeStorage

/// Tokens for scripts and scrapers, made and taken back by those who manage people.
package struct TokenService: Sendable {
    package static let days = 1...90

    let sessions: SessionRegister
    let people: PeopleRegister
    let feed: LiveFeed
    let acts: AuditedActs

    package init(sessions: SessionRegister, people: PeopleRegister, feed: LiveFeed, acts: AuditedActs) {
        self.sessions = sessions
        self.people = people
        self.feed = feed
        self.acts = acts
    }

    package func list(as identity: Identity) async throws(ActRefusal) -> [ServiceToken] {
        try await acts.require(.managePeople, of: identity)
        return await sessions.tokens.values.sorted { ($0.person, $0.id) < ($1.person, $1.id) }
    }

    /// The token is shown once. Without a key it can only read.
    package func create(
        for person: PersonID, name: String, scope: Set<Permission>, days: Int, key: KeyThumbprint?,
        as identity: Identity
    ) async throws(ActRefusal) -> (token: ServiceToken, text: Secret) {
        try await acts.require(.managePeople, of: identity)
        guard let service = await people.person(person) else { throw .notFound }
        guard service.role == .service else {
            throw .invalid(field: "person", code: "notAService", detail: "Tokens are for people of the role service.")
        }
        let name = try DisplayName.checked(name, field: "name")
        try check(scope, days: days, key: key)
        // Nobody hands out more than they have.
        guard scope.isSubset(of: identity.scope ?? scope) else { throw .denied(.outOfScope) }
        guard await sessions.tokens.count < SessionRegister.mostTokens else {
            throw .conflict("There are \(SessionRegister.mostTokens) tokens; revoke some first.")
        }
        let id = TokenID.random()
        let secret = Token(of: id)
        let token = ServiceToken(
            id: id, person: person, name: name, digest: secret.digest, scope: scope, key: key,
            expiresAt: acts.clock.now() + .days(days))
        let act = try await acts.writeDown(
            .tokenCreate, by: identity, about: person,
            metadata: ["token": id.rawValue, "scope": scope.map(\.rawValue).sorted().joined(separator: " ")])
        try await acts.storing(for: [act]) { () async throws(StorageError) in try await sessions.add(token) }
        return (token, secret.text)
    }

    /// Only what it is called: what it is good for, and how long, was said when it was made.
    package func rename(_ id: TokenID, name: String, as identity: Identity) async throws(ActRefusal) -> ServiceToken {
        try await acts.require(.managePeople, of: identity)
        guard var token = await sessions.tokens[id] else { throw .notFound }
        let name = try DisplayName.checked(name, field: "name")
        token.name = name
        let act = try await acts.writeDown(
            .policyChange, by: identity, about: token.person,
            metadata: ["act": "renameToken", "token": id.rawValue])
        try await acts.storing(for: [act]) { () async throws(StorageError) in try await sessions.rename(id, to: name) }
        return token
    }

    /// Out at once, event streams too, whatever the disk says.
    package func revoke(_ id: TokenID, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.managePeople, of: identity)
        guard let token = await sessions.tokens[id] else { throw .notFound }
        let act = try await acts.writeDown(
            .tokenRevoke, by: identity, about: token.person, metadata: ["token": id.rawValue])
        let endStreams = { await feed.end(token: id) }
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

    private func check(_ scope: Set<Permission>, days: Int, key: KeyThumbprint?) throws(ActRefusal) {
        guard Self.days.contains(days) else {
            throw .invalid(field: "days", code: "outOfRange", detail: "A token lives for 1 to 90 days, not \(days).")
        }
        guard !scope.isEmpty, scope.isSubset(of: ServiceToken.permitted) else {
            let permitted = ServiceToken.permitted.map(\.rawValue).sorted().joined(separator: ", ")
            throw .invalid(field: "scope", code: "notGrantable", detail: "A token can be good for \(permitted).")
        }
        guard key != nil || !scope.contains(.controlDevices) else {
            throw .invalid(
                field: "key", code: "keyNeeded", detail: "A token that controls is bound to a key; without, it reads.")
        }
    }
}
