package import HomeModel

/// What takes rights away and holds already, though the database has not taken it.
package struct HeldRestrictions: Hashable, Sendable, Codable {
    package var people: HeldPeopleRestrictions
    package var sessions: HeldSessionRestrictions
    /// Roots of devices whose credentials are being revoked.
    package var credentials: Set<String>
    /// People whose PIN is cleared.
    package var pins: Set<PersonID>

    package init(
        people: HeldPeopleRestrictions = HeldPeopleRestrictions(),
        sessions: HeldSessionRestrictions = HeldSessionRestrictions(), credentials: Set<String> = [],
        pins: Set<PersonID> = []
    ) {
        self.people = people
        self.sessions = sessions
        self.credentials = credentials
        self.pins = pins
    }

    /// Journals from before PINs were kept have none.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        people = try fields.decode(HeldPeopleRestrictions.self, forKey: .people)
        sessions = try fields.decode(HeldSessionRestrictions.self, forKey: .sessions)
        credentials = try fields.decode(Set<String>.self, forKey: .credentials)
        pins = try fields.decodeIfPresent(Set<PersonID>.self, forKey: .pins) ?? []
    }

    package var isEmpty: Bool { self == HeldRestrictions() }
}

/// What of it concerns people, their roles, grants and denies, and the lockdown.
package struct HeldPeopleRestrictions: Hashable, Sendable, Codable {
    package var lockdownSince: Timestamp?
    package var roles: [PersonID: Role] = [:]
    package var removedPeople: Set<PersonID> = []
    package var removedGrants: Set<GrantID> = []
    /// Denies that the database does not know.
    package var denies: [Grant] = []
    /// What grants and denies that the database knows become there.
    package var changed: [Grant] = []
    /// What holds of all grants and denies that the database has otherwise: of a deny that moved, both.
    package var standing: [Grant] = []

    package init() {}
}

/// What of it concerns clients and tokens.
package struct HeldSessionRestrictions: Hashable, Sendable, Codable {
    package var removedClients: Set<ClientID> = []
    package var removedTokens: Set<TokenID> = []
    package var lockedClients: Set<ClientID> = []

    package init() {}
}

extension SessionStore.Contents {
    /// The same without what goes with these people.
    package func without(_ people: Set<PersonID>) -> SessionStore.Contents {
        guard !people.isEmpty else { return self }
        let kept = clients.filter { !people.contains($0.person) }
        let ids = Set(kept.map(\.id))
        return SessionStore.Contents(
            clients: kept, sessions: sessions.filter { ids.contains($0.client) },
            tokens: tokens.filter { !people.contains($0.person) }, pins: pins.filter { !people.contains($0.key) })
    }
}
