/// The SHA-256 of a token. The token itself is never stored.
package struct TokenDigest: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }
}

/// How long access tokens, step-ups and unused sessions are valid.
package enum SessionTerms {
    package static let access = Duration.hours(1)
    package static let stepUp = Duration.seconds(300)

    /// How long an unused session stays valid after its access token has expired.
    package static func idle(_ role: Role) -> Duration { role == .guest ? .hours(24) : .days(7) }
}

/// The session of a paired client: a short-lived access token for requests, and a refresh token for the next pair of
/// tokens.
package struct Session: Hashable, Sendable {
    package let id: SessionID
    package let client: ClientID
    package var access: TokenDigest
    package var refresh: TokenDigest
    /// The previous refresh token. The client may use it again only until its successor was used, because the response
    /// with the successor may have been lost.
    package var previousRefresh: TokenDigest?
    package var isSuccessorUsed: Bool
    /// When the tokens were issued.
    package var renewedAt: ClockSnapshot

    package init(
        id: SessionID, client: ClientID, access: TokenDigest, refresh: TokenDigest,
        previousRefresh: TokenDigest? = nil, isSuccessorUsed: Bool = false, renewedAt: ClockSnapshot
    ) {
        self.id = id
        self.client = client
        self.access = access
        self.refresh = refresh
        self.previousRefresh = previousRefresh
        self.isSuccessorUsed = isSuccessorUsed
        self.renewedAt = renewedAt
    }

    /// Whether the client can still use or refresh the session.
    package func isAlive(_ role: Role, at now: ClockSnapshot) -> Bool {
        now.elapsed(since: renewedAt) < SessionTerms.access + SessionTerms.idle(role)
    }
}

package typealias SessionID = Identifier<Session>
