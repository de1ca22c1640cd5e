package import HomeModel

/// Restrictions of rights that are in force but not stored in the database yet.
package struct JournaledRestrictions: Hashable, Sendable, Codable {
    package var people: JournaledPeopleRestrictions
    package var sessions: JournaledSessionRestrictions
    /// Roots of devices whose credentials are being revoked.
    package var credentials: Set<String>
    /// People whose PIN is cleared.
    package var pins: Set<PersonID>

    package init(
        people: JournaledPeopleRestrictions = JournaledPeopleRestrictions(),
        sessions: JournaledSessionRestrictions = JournaledSessionRestrictions(), credentials: Set<String> = [],
        pins: Set<PersonID> = []
    ) {
        self.people = people
        self.sessions = sessions
        self.credentials = credentials
        self.pins = pins
    }

    /// Journals of versions that did not keep PINs have none.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        people = try fields.decode(JournaledPeopleRestrictions.self, forKey: .people)
        sessions = try fields.decode(JournaledSessionRestrictions.self, forKey: .sessions)
        credentials = try fields.decode(Set<String>.self, forKey: .credentials)
        pins = try fields.decodeIfPresent(Set<PersonID>.self, forKey: .pins) ?? []
    }

    package var isEmpty: Bool { self == JournaledRestrictions() }

    /// Returns the restrictions without those of the person, who has no rights any more.
    func without(_ person: PersonID) -> JournaledRestrictions {
        var kept = self
        kept.pins.remove(person)
        kept.people.roles[person] = nil
        kept.people.removedPeople.remove(person)
        kept.people.denies.removeAll { $0.person == person }
        kept.people.changed.removeAll { $0.person == person }
        kept.people.standing.removeAll { $0.person == person }
        return kept
    }
}

/// The restrictions that concern people, their roles, grants and denies, and the lockdown.
package struct JournaledPeopleRestrictions: Hashable, Sendable, Codable {
    package var lockdownSince: Timestamp?
    package var roles: [PersonID: Role] = [:]
    package var removedPeople: Set<PersonID> = []
    package var removedGrants: Set<GrantID> = []
    /// Denies that the database does not have yet.
    package var denies: [Grant] = []
    /// The new versions of grants and denies that the database has in an older version.
    package var changed: [Grant] = []
    /// The versions now in force of all grants and denies that differ from the database; of a deny that is being moved,
    /// both versions.
    package var standing: [Grant] = []

    package init() {}
}

/// The restrictions that concern clients and tokens.
package struct JournaledSessionRestrictions: Hashable, Sendable, Codable {
    package var removedClients: Set<ClientID> = []
    package var removedTokens: Set<TokenID> = []
    package var lockedClients: Set<ClientID> = []
    package var removedInvitations: Set<InvitationID> = []

    package init() {}

    /// Journals of versions without invitations have none.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        removedClients = try fields.decode(Set<ClientID>.self, forKey: .removedClients)
        removedTokens = try fields.decode(Set<TokenID>.self, forKey: .removedTokens)
        lockedClients = try fields.decode(Set<ClientID>.self, forKey: .lockedClients)
        removedInvitations =
            try fields.decodeIfPresent(Set<InvitationID>.self, forKey: .removedInvitations) ?? []
    }
}

extension SessionStore.Contents {
    /// Returns the contents without the clients, sessions, tokens and PINs of these people.
    package func without(_ people: Set<PersonID>) -> SessionStore.Contents {
        guard !people.isEmpty else { return self }
        let kept = clients.filter { !people.contains($0.person) }
        let ids = Set(kept.map(\.id))
        return SessionStore.Contents(
            clients: kept, sessions: sessions.filter { ids.contains($0.client) },
            tokens: tokens.filter { !people.contains($0.person) }, pins: pins.filter { !people.contains($0.key) })
    }
}
