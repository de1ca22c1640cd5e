import HomeModel

/// Finds the groups to which a step of a sign-in may belong.
///
/// | step | has, with an earlier step, the same |
/// |---|---|
/// | code, grant | pairing or invitation |
/// | session | pairing or invitation; without one, as after the claim of the home, the person |
/// | PIN | client |
struct SignInIndex {
    private enum Link: Hashable {
        case pairing(String)
        /// For sessions without a pairing: of the first owner, and of those that an earlier version recorded.
        case person(String)
        case client(ClientID)
    }

    private var groups: [Link: [Int]] = [:]

    mutating func add(_ entry: AuditEntry, in group: Int) {
        for link in Self.links(of: entry) where groups[link]?.last != group {
            groups[link, default: []].append(group)
        }
    }

    /// Returns the groups that may contain earlier steps, the oldest first.
    func candidates(for entry: AuditEntry) -> [Int] {
        Self.link(toEarlierStepsOf: entry).flatMap { groups[$0] } ?? []
    }

    /// What later steps may have in common with this one.
    private static func links(of entry: AuditEntry) -> [Link] {
        switch entry.signInStep {
        case .claim: [entry.concerned.map(Link.person)].compactMap(\.self)
        case .open, .code: [entry.target.map(Link.pairing), .person(entry.actor)].compactMap(\.self)
        case .grant: [entry.metadata["invitation"].map(Link.pairing)].compactMap(\.self)
        case .paired: [entry.client.map(Link.client)].compactMap(\.self)
        case .setPIN, nil: []
        }
    }

    private static func link(toEarlierStepsOf entry: AuditEntry) -> Link? {
        switch entry.signInStep {
        case .code: entry.target.map(Link.pairing)
        case .grant: entry.metadata["invitation"].map(Link.pairing)
        case .paired:
            (entry.metadata["pairing"] ?? entry.metadata["invitation"]).map(Link.pairing) ?? .person(entry.actor)
        case .setPIN: entry.client.map(Link.client)
        case .claim, .open, nil: nil
        }
    }
}
