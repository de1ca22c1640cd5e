import Crypto
import Foundation
package import HomeModel

/// Creates and revokes tokens for scripts and scrapers, for people who manage people.
package struct TokenService: Sendable {
    package static let days = 1...90

    let sessions: SessionRegistry
    let people: PeopleRegistry
    let feed: LiveFeed
    let actions: AuthorizedActions

    package init(sessions: SessionRegistry, people: PeopleRegistry, feed: LiveFeed, actions: AuthorizedActions) {
        self.sessions = sessions
        self.people = people
        self.feed = feed
        self.actions = actions
    }

    package func list(as identity: Identity) async throws(ActionRefusal) -> [ServiceToken] {
        try await actions.require(.managePeople, of: identity)
        return await sessions.tokens.values.sorted { ($0.person, $0.id) < ($1.person, $1.id) }
    }

    /// Creates a token and returns its text, which is shown only once. Without a key the token can only read.
    package func create(
        for person: PersonID, name: String, scope: Set<Permission>, days: Int, key: KeyThumbprint?,
        as identity: Identity
    ) async throws(ActionRefusal) -> (token: ServiceToken, text: Secret) {
        try await actions.require(.managePeople, of: identity)
        guard let service = await people.person(person) else { throw .notFound }
        guard service.role == .service else {
            throw .invalid(field: "person", code: "notAService", detail: "Tokens are for people of the role service.")
        }
        let name = try DisplayName.checked(name, field: "name")
        try check(scope, days: days, key: key)
        // The creator cannot give more than their own scope.
        guard scope.isSubset(of: identity.scope ?? scope) else { throw .denied(.outOfScope) }
        guard await sessions.tokens.count < SessionRegistry.mostTokens else {
            throw .conflict("There are \(SessionRegistry.mostTokens) tokens; revoke some first.")
        }
        let id = TokenID.random()
        let secret = Token(of: id)
        let token = ServiceToken(
            id: id, person: person, name: name, digest: secret.digest, scope: scope, key: key,
            expiresAt: actions.clock.now() + .days(days))
        let act = try await actions.writeEntry(
            .tokenCreate, by: identity, about: person,
            metadata: ["token": id.rawValue, "scope": scope.map(\.rawValue).sorted().joined(separator: " ")])
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await sessions.add(token) }
        return (token, secret.text)
    }

    /// Renames a token. Its scope and its end cannot be changed.
    package func rename(_ id: TokenID, name: String, as identity: Identity) async throws(ActionRefusal) -> ServiceToken
    {
        try await actions.require(.managePeople, of: identity)
        guard var token = await sessions.tokens[id] else { throw .notFound }
        let name = try DisplayName.checked(name, field: "name")
        token.name = name
        let act = try await actions.writeEntry(
            .policyChange, by: identity, about: token.person,
            metadata: ["act": "renameToken", "token": id.rawValue])
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await sessions.rename(id, to: name)
        }
        return token
    }

    /// Revokes a token at once, and ends its event streams, even if the disk does not store the change.
    package func revoke(_ id: TokenID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.managePeople, of: identity)
        guard let token = await sessions.tokens[id] else { throw .notFound }
        let act = try await actions.writeEntry(
            .tokenRevoke, by: identity, about: token.person, metadata: ["token": id.rawValue])
        let endStreams = { await feed.end(token: id) }
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

    private func check(_ scope: Set<Permission>, days: Int, key: KeyThumbprint?) throws(ActionRefusal) {
        guard Self.days.contains(days) else {
            throw .invalid(field: "days", code: "outOfRange", detail: "A token is valid for 1 to 90 days, not \(days).")
        }
        guard !scope.isEmpty, scope.isSubset(of: ServiceToken.permitted) else {
            let permitted = ServiceToken.permitted.map(\.rawValue).sorted().joined(separator: ", ")
            throw .invalid(field: "scope", code: "notGrantable", detail: "A token can permit \(permitted).")
        }
        guard key != nil || !scope.contains(.controlDevices) else {
            throw .invalid(
                field: "key", code: "keyNeeded", detail: "A token that controls devices must be bound to a key.")
        }
    }
}

/// A token as it is handed out, once: the id of its owner, a dot, 256 random bits.
package struct Token: Sendable {
    package let text: Secret
    package let digest: TokenDigest

    init(of id: Identifier<some Any>) {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let text = "\(id).\(Data(bytes).base64URL)"
        self.text = Secret(text)
        digest = TokenDigest(of: text)
    }

    /// Returns the id of the owner that the token claims.
    static func owner<Subject>(of text: String, as _: Subject.Type) -> Identifier<Subject>? {
        guard text.utf8.count <= 128, let dot = text.firstIndex(of: ".") else { return nil }
        return Identifier(String(text[..<dot]))
    }
}

extension TokenDigest {
    init(of text: String) { self.init(bytes: Array(SHA256.hash(data: Data(text.utf8)))) }
}
