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
    package static let mostClientsOfAPerson = 32
    static let mostTokens = 64

    private(set) var clients: [ClientID: Client]
    private(set) var tokens: [TokenID: ServiceToken]
    private var sessions: [SessionID: Session]
    private var marks: [StepUpMark] = []
    private let store: SessionStore
    private let people: PeopleRegister
    private let clock: HomeClock

    package init(_ contents: SessionStore.Contents, in store: SessionStore, people: PeopleRegister, clock: HomeClock) {
        clients = Dictionary(contents.clients.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        sessions = Dictionary(contents.sessions.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        tokens = Dictionary(contents.tokens.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.store = store
        self.people = people
        self.clock = clock
    }

    package var sessionCount: Int { sessions.count }
    package var everyClient: [Client] { clients.values.sorted { $0.id < $1.id } }

    func client(holding key: KeyThumbprint) -> Client? { clients.values.first { $0.key == key } }

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
                session, of: client, token: TokenDigest(of: text), key: key, stepUps: marks, at: clock.reading())
        else { return nil }
        guard await people.policy.mayStay(client.person, at: clock.now()) else { return nil }
        await noteUse(of: id)
        return .session(proof)
    }

    /// From the first use of new tokens on, the refresh token of before is a copy in somebody's hands.
    private func noteUse(of id: SessionID) async {
        guard var session = sessions[id], !session.isSuccessorUsed, session.previousRefresh != nil else { return }
        session.isSuccessorUsed = true
        sessions[id] = session
        // Unwritten it holds until the next start only, which is no reason to refuse the request.
        try? await store.save(session)
    }

    /// Whoever holds this service token, and the key where it is bound to one.
    package func identity(token text: String, key: KeyThumbprint?) -> Identity? {
        guard let id = Token.owner(of: text, as: ServiceToken.self), let token = tokens[id],
            let proof = ProvenToken(token, presented: TokenDigest(of: text), key: key, at: clock.now())
        else { return nil }
        return .token(proof)
    }

    // MARK: - Clients and their sessions

    /// Lets a new client in. Throws `.failed` … when it cannot be stored; then it is not in.
    func open(_ client: Client) async throws(StorageError) -> IssuedTokens {
        let (session, issued) = newSession(of: client, id: SessionID.random())
        try await store.add(client, session)
        clients[client.id] = client
        sessions[session.id] = session
        return issued
    }

    enum Renewal: Sendable {
        case renewed(IssuedTokens)
        /// The token was used before: somebody has a copy. The client is out.
        case reused(Client)
        case refused
    }

    /// New tokens for the refresh token of a session, which is good only once.
    func renew(refresh text: String, key: KeyThumbprint) async throws(StorageError) -> Renewal {
        guard let id = Token.owner(of: text, as: Session.self), let session = sessions[id],
            let client = clients[session.client], client.key == key, !client.isLocked,
            await isAlive(session, of: client)
        else { return .refused }
        let digest = TokenDigest(of: text)
        let isLostAnswer = digest == session.previousRefresh && !session.isSuccessorUsed
        guard digest == session.refresh || isLostAnswer else {
            try await revoke(client.id)
            return .reused(client)
        }
        var (renewed, issued) = newSession(of: client, id: id)
        renewed.previousRefresh = digest
        sessions[id] = renewed
        try await store.save(renewed)
        return .renewed(issued)
    }

    /// The client is out at once, whatever the disk says.
    func revoke(_ id: ClientID) async throws(StorageError) {
        forget(id)
        try await store.remove(id)
    }

    /// A removed person's clients and tokens are gone from the disk with them.
    func forget(_ person: PersonID) {
        for client in clients.values where client.person == person { forget(client.id) }
        tokens = tokens.filter { $0.value.person != person }
    }

    func setLocked(_ isLocked: Bool, _ id: ClientID) async throws(StorageError) {
        guard var client = clients[id] else { return }
        client.isLocked = isLocked
        clients[id] = client
        try await store.save(client)
    }

    /// That this client showed its person's PIN for one purpose, just now.
    func mark(_ purpose: StepUp, by client: ClientID) {
        let now = clock.reading()
        marks = marks.filter { $0.isFresh(at: now) && ($0.client, $0.purpose) != (client, purpose) }
        marks.append(StepUpMark(client: client, purpose: purpose, time: now))
    }

    private func forget(_ id: ClientID) {
        clients[id] = nil
        sessions = sessions.filter { $0.value.client != id }
        marks.removeAll { $0.client == id }
    }

    private func isAlive(_ session: Session, of client: Client) async -> Bool {
        let policy = await people.policy
        guard let role = policy.people[client.person]?.role else { return false }
        return session.isAlive(role, at: clock.reading()) && policy.mayStay(client.person, at: clock.now())
    }

    private func newSession(of client: Client, id: SessionID) -> (Session, IssuedTokens) {
        let (access, refresh) = (Token(of: id), Token(of: id))
        let session = Session(
            id: id, client: client.id, access: access.digest, refresh: refresh.digest, renewedAt: clock.reading())
        return (session, IssuedTokens(client: client, access: access.text, refresh: refresh.text))
    }

    // MARK: - Service tokens

    func add(_ token: ServiceToken) async throws(StorageError) {
        try await store.save(token)
        tokens[token.id] = token
    }

    func revoke(_ id: TokenID) async throws(StorageError) {
        tokens[id] = nil
        try await store.remove(id)
    }
}
