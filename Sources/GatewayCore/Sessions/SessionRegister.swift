package import HomeCertificates
package import HomeModel
package import HomeStorage

/// What a paired client is given: good for requests, and for the next ones.
package struct IssuedTokens: Sendable {
    package let client: Client
    package let access: Secret
    package let refresh: Secret
}

/// Every paired client, session and service token. A change is on disk before it holds; a revocation at once.
package actor SessionRegister {
    static let mostClientsOfAPerson = 32
    static let mostTokens = 64
    /// How long one refresh token gets the same answer.
    private static let repeated = Duration.seconds(10)

    private(set) var clients: [ClientID: Client]
    private(set) var tokens: [TokenID: ServiceToken]
    private var sessions: [SessionID: Session]
    /// When tokens end on the clock that nobody sets, once the wall clock was known.
    private var tokenEnds: [TokenID: Duration] = [:]
    private var marks = StepUpMarks()
    /// When clients came in since the start of the gateway, on the monotonic clock.
    private var pairings: [ClientID: Duration] = [:]
    /// What a refresh token was answered with just now: two tabs of one browser may show it at once.
    private var answers: [SessionID: (refresh: TokenDigest, issued: IssuedTokens, time: Duration)] = [:]
    /// Gone from memory, and not yet from the disk.
    private var leavingClients: Set<ClientID>
    private var leavingTokens: Set<TokenID>
    /// Locked in memory, and not yet on the disk.
    private var untoldLocks: Set<ClientID>
    /// Who was here in a minute that is not on the disk yet.
    private var seen: [ClientID: Timestamp] = [:]
    private let store: SessionStore
    private let people: PeopleRegister
    private let clock: HomeClock

    /// `held` are the restrictions that an earlier run could not store: they hold again, and `settle` stores them.
    package init(
        _ contents: SessionStore.Contents, holding held: HeldSessionRestrictions = HeldSessionRestrictions(),
        in store: SessionStore, people: PeopleRegister, clock: HomeClock
    ) {
        let kept = contents.clients.filter { !held.removedClients.contains($0.id) }
        leavingClients = held.removedClients.intersection(contents.clients.map(\.id))
        leavingTokens = held.removedTokens.intersection(contents.tokens.map(\.id))
        untoldLocks = Set(kept.filter { held.lockedClients.contains($0.id) && !$0.isLocked }.map(\.id))
        clients = Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        sessions = Dictionary(
            contents.sessions.filter { !held.removedClients.contains($0.client) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        tokens = Dictionary(
            contents.tokens.filter { !held.removedTokens.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        for id in untoldLocks { clients[id]?.isLocked = true }
        self.store = store
        self.people = people
        self.clock = clock
    }

    package var sessionCount: Int { sessions.count }
    package var everyClient: [Client] { clients.values.sorted { $0.id < $1.id } }

    func clientCount(of person: PersonID) -> Int { clients.values.count { $0.person == person } }

    func client(holding key: KeyThumbprint) -> Client? { clients.values.first { $0.key == key } }

    /// Whether some client that is in holds this key.
    package func isPaired(_ key: KeyThumbprint) -> Bool { client(holding: key) != nil }

    /// The client whose session a token names, whether it is good or not.
    func client(named token: String) -> ClientID? {
        Token.owner(of: token, as: Session.self).flatMap { sessions[$0]?.client }
    }

    // MARK: - Who asks

    /// Whoever holds this access token and this key; nil when the two do not belong together, or are good no more.
    package func identity(access text: String, key: KeyThumbprint) async -> Identity? {
        guard let id = Token.owner(of: text, as: Session.self), let session = sessions[id],
            let client = clients[session.client],
            let proof = ProvenSession(
                session, of: client, token: TokenDigest(of: text), key: key, stepUps: marks.all, at: clock.reading())
        else { return nil }
        let round = marks.round(of: client.person)
        guard await people.policy.mayStay(client.person, at: clock.decisionTime()) else { return nil }
        await noteUse(of: id)
        // It may have been taken back while we waited, or its step-ups ended.
        guard isIn(client.id) else { return nil }
        noteSeen(client.id)
        return .session(round == marks.round(of: client.person) ? proof : proof.withoutStepUps)
    }

    /// In memory: `settle` tells the disk, so that a request waits for none.
    private func noteSeen(_ id: ClientID) {
        let minute = clock.now().startOfMinute
        guard let client = clients[id], client.lastSeen != minute else { return }
        clients[id]?.lastSeen = minute
        seen[id] = minute
    }

    private func isIn(_ client: ClientID) -> Bool { clients[client].map { !$0.isLocked } ?? false }

    /// Whether the client or token of a request was not revoked or locked since, and none of its step-ups ended before its
    /// time.
    package func stillHolds(_ identity: Identity) -> Bool {
        if let client = identity.client { return isIn(client) && marks.stillHold(identity) }
        if let token = identity.token { return tokens[token] != nil }
        return true
    }

    /// From the first use of new tokens on, the refresh token of before is a copy in somebody's hands.
    private func noteUse(of id: SessionID) async {
        guard var session = sessions[id], !session.isSuccessorUsed, session.previousRefresh != nil else { return }
        session.isSuccessorUsed = true
        sessions[id] = session
        // Unwritten it holds until the next start only, which is no reason to refuse the request.
        try? await store.update(session)
    }

    /// Whoever holds this service token, and the key where it is bound to one.
    package func identity(token text: String, key: KeyThumbprint?) -> Identity? {
        let now = clock.reading()
        guard let id = Token.owner(of: text, as: ServiceToken.self), let token = tokens[id],
            let proof = ProvenToken(
                token, presented: TokenDigest(of: text), key: key, until: tokenEnds[id] ?? token.end(at: now),
                at: now.uptime)
        else { return nil }
        return .token(proof)
    }

    // MARK: - Clients and their sessions

    /// Lets a new client in. Throws when it cannot be stored; then it is not in. Returns nil, and it is not in either, when
    /// its approval does not cover the role of its person: the role may have been raised meanwhile.
    func open(_ client: Client) async throws(StorageError) -> IssuedTokens? {
        var client = client
        client.lastSeen = clock.now().startOfMinute
        let (session, issued) = newSession(of: client, id: SessionID.random())
        try await store.add(client, session)
        clients[client.id] = client
        sessions[session.id] = session
        pairings[client.id] = clock.uptime()
        // The check follows the insert: a raise that begins later finds the client among those that have to go.
        guard await people.isCovered(client.person, by: client.approval) else {
            // `settle` tries again what the disk does not take now.
            try? await revoke(client.id)
            return nil
        }
        return issued
    }

    /// False also for a client from before the gateway's start.
    func wasPaired(_ id: ClientID, within span: Duration, of uptime: Duration) -> Bool {
        pairings[id].map { uptime - $0 < span } ?? false
    }

    enum Renewal: Sendable {
        case renewed(IssuedTokens)
        /// The token was used before: somebody has a copy. The client is out.
        case reused(Client)
        case refused
    }

    /// New tokens for the refresh token of a session, which is good only once.
    func renew(refresh text: String, key: KeyThumbprint) async throws(StorageError) -> Renewal {
        let policy = await people.policy
        guard let id = Token.owner(of: text, as: Session.self), let session = sessions[id],
            let client = clients[session.client], client.key == key, !client.isLocked,
            isAlive(session, of: client, policy)
        else { return .refused }
        let digest = TokenDigest(of: text)
        if let answer = answers[id], answer.refresh == digest, clock.uptime() - answer.time < Self.repeated {
            return .renewed(answer.issued)
        }
        let isLostAnswer = digest == session.previousRefresh && !session.isSuccessorUsed
        guard digest == session.refresh || isLostAnswer else {
            leavingClients.insert(client.id)
            forget(client.id)
            await settle()
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

    /// The client is out at once, whatever the disk says.
    func revoke(_ id: ClientID) async throws(StorageError) {
        leavingClients.insert(id)
        forget(id)
        try await store.remove(id)
        leavingClients.remove(id)
    }

    /// How much was taken back that would be good again after a restart.
    package var unsettled: Int { leavingClients.count + leavingTokens.count + untoldLocks.count }

    /// What of it would be good again after a restart if nothing kept it.
    var held: HeldSessionRestrictions {
        var held = HeldSessionRestrictions()
        (held.removedClients, held.removedTokens, held.lockedClients) = (leavingClients, leavingTokens, untoldLocks)
        return held
    }

    /// From when the wall clock is known, what was given out before the start ends by the clock that nobody sets. When all
    /// does of which that is known.
    @discardableResult package func anchor() -> CredentialEnds {
        let now = clock.reading()
        if now.isKnown {
            for (id, session) in sessions where session.renewedAt.boot != now.boot {
                sessions[id]?.renewedAt = session.renewedAt.anchored(at: now)
            }
            for (id, token) in tokens where tokenEnds[id] == nil { tokenEnds[id] = token.end(at: now) }
        }
        let anchored = sessions.values.filter { $0.renewedAt.boot == now.boot }
        return CredentialEnds(
            tokens: tokenEnds,
            clients: Dictionary(
                anchored.map { ($0.client, $0.renewedAt.uptime + SessionTerms.access) }, uniquingKeysWith: max))
    }

    /// Tells the disk again what it could not forget, and then who was here.
    package func settle() async {
        for id in leavingClients where (try? await store.remove(id)) != nil { leavingClients.remove(id) }
        for id in leavingTokens where (try? await store.remove(id)) != nil { leavingTokens.remove(id) }
        for id in untoldLocks where (try? await store.setLocked(true, id)) != nil { untoldLocks.remove(id) }
        let noted = seen
        seen = [:]
        // What it does not take now comes with the client's next minute.
        if !noted.isEmpty { try? await store.save(lastSeen: noted) }
    }

    /// A removed person's clients and tokens are gone from the disk with them.
    func forget(_ person: PersonID) {
        for client in clients.values where client.person == person { forget(client.id) }
        marks.forget(person)
        tokens = tokens.filter { $0.value.person != person }
        tokenEnds = tokenEnds.filter { tokens[$0.key] != nil }
    }

    /// Locked at once, whatever the disk says.
    func lock(_ id: ClientID) async throws(StorageError) {
        guard clients[id] != nil else { return }
        clients[id]?.isLocked = true
        untoldLocks.insert(id)
        try await store.setLocked(true, id)
        untoldLocks.remove(id)
    }

    /// Once it is on the disk.
    func unlock(_ id: ClientID) async throws(StorageError) {
        untoldLocks.remove(id)
        do throws(StorageError) {
            try await store.setLocked(false, id)
        } catch {
            // It is locked still, and the disk may not know that.
            if clients[id]?.isLocked ?? false { untoldLocks.insert(id) }
            throw error
        }
        clients[id]?.isLocked = false
    }

    func rename(_ id: ClientID, to name: DisplayName) async throws(StorageError) {
        try await store.rename(id, to: name)
        clients[id]?.name = name
    }

    /// Take it before the PIN is checked, and pass it to `mark`.
    func stepUpRound(of person: PersonID) -> Int { marks.round(of: person) }

    /// That this client showed its person's PIN for one purpose, just now. False, and nothing holds, when the PIN or the
    /// role changed since `round` was taken.
    func mark(_ purpose: StepUp, by id: ClientID, in round: Int) -> Bool {
        guard let client = clients[id], marks.round(of: client.person) == round else { return false }
        marks.mark(purpose, by: id, at: clock.reading())
        return true
    }

    /// Ends what the person confirmed with a PIN, at all their clients: the PIN or the role changed.
    func endStepUps(of person: PersonID) {
        marks.end(of: person, at: clients.values.filter { $0.person == person }.map(\.id))
    }

    private func forget(_ id: ClientID) {
        clients[id] = nil
        pairings[id] = nil
        untoldLocks.remove(id)
        seen[id] = nil
        sessions = sessions.filter { $0.value.client != id }
        answers = answers.filter { sessions[$0.key] != nil }
        marks.forget(id)
    }

    private func isAlive(_ session: Session, of client: Client, _ policy: AccessPolicy) -> Bool {
        guard let role = policy.people[client.person]?.role else { return false }
        return session.isAlive(role, at: clock.reading()) && policy.mayStay(client.person, at: clock.decisionTime())
    }

    private func newSession(of client: Client, id: SessionID) -> (Session, IssuedTokens) {
        let (access, refresh) = (Token(of: id), Token(of: id))
        let session = Session(
            id: id, client: client.id, access: access.digest, refresh: refresh.digest, renewedAt: clock.reading())
        return (session, IssuedTokens(client: client, access: access.text, refresh: refresh.text))
    }

    // MARK: - Service tokens

    func add(_ token: ServiceToken) async throws(StorageError) {
        // By the clock by which its end was set, right or not.
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
        leavingTokens.insert(id)
        tokens[id] = nil
        tokenEnds[id] = nil
        try await store.remove(id)
        leavingTokens.remove(id)
    }
}

extension Timestamp {
    fileprivate var startOfMinute: Timestamp {
        Timestamp(milliseconds: milliseconds &- (milliseconds % 60_000 + 60_000) % 60_000)
    }
}
