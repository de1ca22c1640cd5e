import HomeModel

/// The client that a token names. The token proves nothing: anybody can write one that names a session.
struct NamedClient: Sendable {
    let id: ClientID
    let person: PersonID?
    let isRevoked: Bool
}

/// Remembers the latest sessions whose clients were revoked.
struct RevokedSessions {
    /// Beyond this number, the oldest sessions are forgotten.
    static let capacity = 256

    private var clients: [SessionID: NamedClient] = [:]
    /// Oldest first.
    private var order: [SessionID] = []

    subscript(id: SessionID) -> NamedClient? {
        get { clients[id] }
        set {
            if clients[id] == nil { order.append(id) }
            clients[id] = newValue
            if order.count > Self.capacity { clients[order.removeFirst()] = nil }
        }
    }
}
