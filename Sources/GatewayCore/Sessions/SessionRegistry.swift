package import HomeModel
package import HomeStore

/// The tokens of a paired client: one for requests, and one for the next pair of tokens.
package struct IssuedTokens: Sendable {
    package let client: Client
    package let access: Secret
    package let refresh: Secret
}

/// All paired clients, sessions and service tokens. A change is in force once it is on disk, a revocation at once.
package actor SessionRegistry {
    static let maximumClientsPerPerson = 32
    static let mostTokens = 64
    /// How long a repeated refresh token gets the same answer.
    private static let repeated = Duration.seconds(10)

    private(set) var clients: [ClientID: Client]
    private(set) var tokens: [TokenID: ServiceToken]
    private var sessions: [SessionID: Session]
    /// The ends of tokens on the monotonic clock, from when the wall clock was known.
    private var tokenEnds: [TokenID: Duration] = [:]
    private var marks = StepUpConfirmations()
    /// The times at which clients were paired since the start of the gateway, on the monotonic clock.
    private var pairings: [ClientID: Duration] = [:]
    /// The last answer to the refresh token of each session: two tabs of one browser may present it at once.
    private var answers: [SessionID: (refresh: TokenDigest, issued: IssuedTokens, time: Duration)] = [:]
    /// Removed from memory, and not yet from the disk.
    private var unsavedClientRemovals: Set<ClientID>
    private var unsavedTokenRemovals: Set<TokenID>
    /// The sessions of clients that were revoked since the start of the gateway, only to say in the audit log whose
    /// client it was that still tries to connect. The gateway trusts nothing that is in here.
    private var revoked = RevokedSessions()
    /// Locked in memory, and not yet on the disk.
    private var unsavedLocks: Set<ClientID>
    /// The minute in which each client was last seen, if it is not on the disk yet.
    private var seen: [ClientID: Timestamp] = [:]
    private let store: SessionStore
    private let people: PeopleRegistry
    private let clock: HomeClock

    /// `held` are the restrictions that an earlier run could not store: they are in force again, and `settle` stores
    /// them.
    package init(
        _ contents: SessionStore.Contents,
        holding unsaved: JournaledSessionRestrictions = JournaledSessionRestrictions(),
        in store: SessionStore, people: PeopleRegistry, clock: HomeClock
    ) {
        let kept = contents.clients.filter { !unsaved.removedClients.contains($0.id) }
        unsavedClientRemovals = unsaved.removedClients.intersection(contents.clients.map(\.id))
        unsavedTokenRemovals = unsaved.removedTokens.intersection(contents.tokens.map(\.id))
        unsavedLocks = Set(kept.filter { unsaved.lockedClients.contains($0.id) && !$0.isLocked }.map(\.id))
        clients = Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        sessions = Dictionary(
            contents.sessions.filter { !unsaved.removedClients.contains($0.client) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        tokens = Dictionary(
            contents.tokens.filter { !unsaved.removedTokens.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        for id in unsavedLocks { clients[id]?.isLocked = true }
        self.store = store
        self.people = people
        self.clock = clock
    }

    package var sessionCount: Int { sessions.count }
    package var allClients: [Client] { clients.values.sorted { $0.id < $1.id } }

    /// The sessions of all clients of a person.
    func sessions(of person: PersonID) -> [Session] {
        sessions.values.filter { clients[$0.client]?.person == person }.sorted { $0.client < $1.client }
    }

    func clientCount(of person: PersonID) -> Int { clients.values.count { $0.person == person } }

    func client(holding key: KeyThumbprint) -> Client? { clients.values.first { $0.key == key } }

    /// Whether a paired client has this key.
    package func isPaired(_ key: KeyThumbprint) -> Bool { client(holding: key) != nil }

    /// Returns the client whose session a token names, whether the token is valid or not. A client that was revoked is
    /// named too while it is remembered.
    func client(named token: String) -> NamedClient? {
        guard let id = Token.owner(of: token, as: Session.self) else { return nil }
        guard let session = sessions[id] else { return revoked[id] }
        return NamedClient(id: session.client, person: clients[session.client]?.person, isRevoked: false)
    }

    // MARK: - Identities of requests

    /// Returns the identity for an access token and its key; nil when the two do not belong together, or are not valid
    /// any more.
    package func identity(access text: String, key: KeyThumbprint) async -> Identity? {
        guard let id = Token.owner(of: text, as: Session.self), let session = sessions[id],
            let client = clients[session.client],
            let proof = AuthenticatedSession(
                session, of: client, token: TokenDigest(of: text), key: key, stepUps: marks.all, at: clock.reading())
        else { return nil }
        let round = marks.round(of: client.person)
        guard await people.policy.mayStaySignedIn(client.person, at: clock.decisionTime()) else { return nil }
        await noteUse(of: id)
        // Meanwhile the client may have been revoked, or its step-ups ended.
        guard isIn(client.id) else { return nil }
        noteSeen(client.id)
        return .session(round == marks.round(of: client.person) ? proof : proof.withoutStepUps)
    }

    /// Records in memory that the client was seen. `settle` writes it to the disk, so that no request waits for the
    /// disk.
    private func noteSeen(_ id: ClientID) {
        let minute = clock.now().startOfMinute
        guard let client = clients[id], client.lastSeen != minute else { return }
        clients[id]?.lastSeen = minute
        seen[id] = minute
    }

    private func isIn(_ client: ClientID) -> Bool { clients[client].map { !$0.isLocked } ?? false }

    /// Whether the client or token of a request was not revoked or locked since, and none of its step-ups ended early.
    package func isStillValid(_ identity: Identity) -> Bool {
        if let client = identity.client { return isIn(client) && marks.areStillValid(identity) }
        if let token = identity.token { return tokens[token] != nil }
        return true
    }

    /// Records the first use of new tokens. From then on, a client that presents the previous refresh token has a copy.
    private func noteUse(of id: SessionID) async {
        guard var session = sessions[id], !session.isSuccessorUsed, session.previousRefresh != nil else { return }
        session.isSuccessorUsed = true
        sessions[id] = session
        // If this is not stored, it is lost at the next start, which is no reason to refuse the request.
        try? await store.update(session)
    }

    /// Returns the identity for a service token, and for its key where it is bound to one; nil when they are not valid.
    package func identity(token text: String, key: KeyThumbprint?) -> Identity? {
        let now = clock.reading()
        guard let id = Token.owner(of: text, as: ServiceToken.self), let token = tokens[id],
            let proof = AuthenticatedToken(
                token, presented: TokenDigest(of: text), key: key, until: tokenEnds[id] ?? token.end(at: now),
                at: now.uptime)
        else { return nil }
        return .token(proof)
    }

    // MARK: - Clients and their sessions

    /// Adds a client and its first session. Throws when they cannot be stored; then the client is not added. Returns
    /// nil, and the client is not added either, when its approval does not cover the role of its person, because the role
    /// may have been raised meanwhile, or when the person who approved it left the home.
    func open(_ client: Client) async throws(StorageError) -> IssuedTokens? {
        var client = client
        client.lastSeen = clock.now().startOfMinute
        let (session, issued) = newSession(of: client, id: SessionID.random())
        let approver = client.approval?.person
        var hash: PersonIDHash?
        if let approver { hash = await people.hash(of: approver) }
        // The store decides in its transaction, so that an erasure that comes before it leaves no row that names them.
        guard try await store.add(client, session: session, approvedBy: hash) else { return nil }
        clients[client.id] = client
        sessions[session.id] = session
        pairings[client.id] = clock.uptime()
        // The checks follow the insert: a raise that begins later finds the client among those that must be removed, and
        // an erasure that begins later finds the approval that it must change.
        var isApproved = await people.isCovered(client.person, by: client.approval)
        if let approver, await people.isRetired(approver) { isApproved = false }
        guard isApproved else {
            // `settle` repeats the removal if the disk does not store it now.
            try? await revoke(client.id)
            return nil
        }
        return issued
    }

    /// Whether the client was paired within `span` before `uptime`. False for a client from before the gateway's start.
    func wasPaired(_ id: ClientID, within span: Duration, of uptime: Duration) -> Bool {
        pairings[id].map { uptime - $0 < span } ?? false
    }

    /// The result of presenting a refresh token.
    enum Renewal: Sendable {
        case renewed(IssuedTokens)
        /// The token was used before, so a copy of it exists. The client is revoked.
        case reused(Client)
        case refused
    }

    /// Returns new tokens for the refresh token of a session, which is valid only once.
    func renew(refresh text: String, key: KeyThumbprint) async throws(StorageError) -> Renewal {
        let policy = await people.policy
        guard let id = Token.owner(of: text, as: Session.self), let session = sessions[id],
            let client = clients[session.client], client.key == key, !client.isLocked,
            isAlive(session, of: client, policy: policy)
        else { return .refused }
        let digest = TokenDigest(of: text)
        if let answer = answers[id], answer.refresh == digest, clock.uptime() - answer.time < Self.repeated {
            return .renewed(answer.issued)
        }
        let isLostAnswer = digest == session.previousRefresh && !session.isSuccessorUsed
        guard digest == session.refresh || isLostAnswer else {
            unsavedClientRemovals.insert(client.id)
            forget(client.id)
            await saveUnsaved()
            return .reused(client)
        }
        var (renewed, issued) = newSession(of: client, id: id)
        renewed.previousRefresh = digest
        sessions[id] = renewed
        answers[id] = (digest, issued, clock.uptime())
        noteSeen(client.id)
        try await store.update(renewed)
        return .renewed(issued)
    }

    /// Returns new tokens for the session of a client, as if it had presented its refresh token. That token stays valid
    /// until the new tokens are used, because either response may be lost. Nil when the client is not signed in.
    func reissue(_ id: ClientID) async throws(StorageError) -> IssuedTokens? {
        let policy = await people.policy
        guard let client = clients[id], !client.isLocked,
            let session = sessions.values.first(where: { $0.client == id }),
            isAlive(session, of: client, policy: policy)
        else { return nil }
        var (renewed, issued) = newSession(of: client, id: session.id)
        renewed.previousRefresh = session.refresh
        sessions[session.id] = renewed
        noteSeen(id)
        try await store.update(renewed)
        return issued
    }

    /// Revokes a client at once, even if the disk does not store the change.
    func revoke(_ id: ClientID) async throws(StorageError) {
        unsavedClientRemovals.insert(id)
        forget(id)
        try await store.remove(id)
        unsavedClientRemovals.remove(id)
    }

    /// The number of revocations and locks that a restart would undo.
    package var unsavedCount: Int { unsavedClientRemovals.count + unsavedTokenRemovals.count + unsavedLocks.count }

    /// The restrictions that a restart would lift if the journal did not keep them.
    var unsaved: JournaledSessionRestrictions {
        var unsaved = JournaledSessionRestrictions()
        (unsaved.removedClients, unsaved.removedTokens, unsaved.lockedClients) = (
            unsavedClientRemovals, unsavedTokenRemovals, unsavedLocks
        )
        return unsaved
    }

    /// Sets the ends of tokens from before the start on the monotonic clock, as soon as the wall clock is known.
    /// Returns all ends that are known.
    @discardableResult package func anchor() -> CredentialExpirations {
        let now = clock.reading()
        if now.isKnown {
            for (id, session) in sessions where session.renewedAt.boot != now.boot {
                sessions[id]?.renewedAt = session.renewedAt.anchored(at: now)
            }
            for (id, token) in tokens where tokenEnds[id] == nil { tokenEnds[id] = token.end(at: now) }
        }
        let anchored = sessions.values.filter { $0.renewedAt.boot == now.boot }
        return CredentialExpirations(
            tokens: tokenEnds,
            clients: Dictionary(
                anchored.map { ($0.client, $0.renewedAt.uptime + SessionTerms.access) }, uniquingKeysWith: max))
    }

    /// Repeats the writes that failed, and then writes when clients were seen.
    package func saveUnsaved() async {
        for id in unsavedClientRemovals where (try? await store.remove(id)) != nil { unsavedClientRemovals.remove(id) }
        for id in unsavedTokenRemovals where (try? await store.remove(id)) != nil { unsavedTokenRemovals.remove(id) }
        for id in unsavedLocks where (try? await store.setLocked(true, client: id)) != nil { unsavedLocks.remove(id) }
        let noted = seen
        seen = [:]
        // A time that is not stored now is stored with the client's next minute.
        if !noted.isEmpty { try? await store.save(lastSeen: noted) }
    }

    /// Forgets the clients and tokens of a removed person. The disk removes them with the person.
    func forget(_ person: PersonID) {
        for client in clients.values where client.person == person { forget(client.id) }
        marks.forget(person)
        tokens = tokens.filter { $0.value.person != person }
        tokenEnds = tokenEnds.filter { tokens[$0.key] != nil }
    }

    /// Replaces a person who is erased by a pseudonym in the approvals of other people's clients. The disk does the same.
    func replace(approver person: PersonID, by pseudonym: String) {
        for (id, client) in clients {
            clients[id]?.approval = client.approval?.replacing(approver: person, by: pseudonym)
        }
    }

    /// Locks a client at once, even if the disk does not store the change.
    func lock(_ id: ClientID) async throws(StorageError) {
        guard clients[id] != nil else { return }
        clients[id]?.isLocked = true
        unsavedLocks.insert(id)
        try await store.setLocked(true, client: id)
        unsavedLocks.remove(id)
    }

    /// Unlocks a client, once the change is on the disk.
    func unlock(_ id: ClientID) async throws(StorageError) {
        unsavedLocks.remove(id)
        do throws(StorageError) {
            try await store.setLocked(false, client: id)
        } catch {
            // The client is still locked, and the disk may not have that.
            if clients[id]?.isLocked ?? false { unsavedLocks.insert(id) }
            throw error
        }
        clients[id]?.isLocked = false
    }

    func rename(_ id: ClientID, to name: DisplayName) async throws(StorageError) {
        try await store.rename(id, to: name)
        clients[id]?.name = name
    }

    /// Returns the round of step-ups. Callers read it before they check the PIN, and pass it to `mark`.
    func stepUpRound(of person: PersonID) -> Int { marks.round(of: person) }

    /// Records that this client presented its person's PIN for one purpose just now. Returns false, and records
    /// nothing, when the PIN or the role has changed since `round` was read.
    func mark(_ purpose: StepUp, by id: ClientID, in round: Int) -> Bool {
        guard let client = clients[id], marks.round(of: client.person) == round else { return false }
        marks.mark(purpose, by: id, at: clock.reading())
        return true
    }

    /// Ends everything that the person confirmed with a PIN, at all their clients, because the PIN or the role changed.
    func endStepUps(of person: PersonID) {
        marks.end(of: person, at: clients.values.filter { $0.person == person }.map(\.id))
    }

    private func forget(_ id: ClientID) {
        for session in sessions.values where session.client == id {
            revoked[session.id] = NamedClient(id: id, person: clients[id]?.person, isRevoked: true)
        }
        clients[id] = nil
        pairings[id] = nil
        unsavedLocks.remove(id)
        seen[id] = nil
        sessions = sessions.filter { $0.value.client != id }
        answers = answers.filter { sessions[$0.key] != nil }
        marks.forget(id)
    }

    private func isAlive(_ session: Session, of client: Client, policy: AccessPolicy) -> Bool {
        guard let role = policy.people[client.person]?.role else { return false }
        return session.isAlive(role, at: clock.reading())
            && policy.mayStaySignedIn(client.person, at: clock.decisionTime())
    }

    private func newSession(of client: Client, id: SessionID) -> (Session, IssuedTokens) {
        let (access, refresh) = (Token(of: id), Token(of: id))
        let session = Session(
            id: id, client: client.id, access: access.digest, refresh: refresh.digest, renewedAt: clock.reading())
        return (session, IssuedTokens(client: client, access: access.text, refresh: refresh.text))
    }

    // MARK: - Service tokens

    func add(_ token: ServiceToken) async throws(StorageError) {
        // The end follows from the clock by which it was set, right or not.
        let end = token.end(at: clock.reading())
        try await store.add(token)
        tokens[token.id] = token
        tokenEnds[token.id] = end
    }

    func rename(_ id: TokenID, to name: DisplayName) async throws(StorageError) {
        try await store.rename(id, to: name)
        tokens[id]?.name = name
    }

    func revoke(_ id: TokenID) async throws(StorageError) {
        unsavedTokenRemovals.insert(id)
        tokens[id] = nil
        tokenEnds[id] = nil
        try await store.remove(id)
        unsavedTokenRemovals.remove(id)
    }
}

extension Timestamp {
    fileprivate var startOfMinute: Timestamp {
        Timestamp(milliseconds: milliseconds &- (milliseconds % 60_000 + 60_000) % 60_000)
    }
}
