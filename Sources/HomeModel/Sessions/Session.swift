/// The SHA-256 of a token. The token itself is never kept.
package struct TokenDigest: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }
}

/// How long what a person holds is good for.
package enum SessionTerms {
    package static let access = Duration.hours(1)
    package static let stepUp = Duration.seconds(300)

    /// How long a session lives unused.
    package static func idle(_ role: Role) -> Duration { role == .guest ? .hours(24) : .days(7) }
}

/// What a paired client holds: a short-lived token for requests and one for the next pair of tokens.
package struct Session: Hashable, Sendable {
    package let id: SessionID
    package let client: ClientID
    package var access: TokenDigest
    package var refresh: TokenDigest
    /// The refresh token of before. It may come again only until its successor was used: the answer may have been lost.
    package var previousRefresh: TokenDigest?
    package var isSuccessorUsed: Bool
    /// When the tokens were given out.
    package var renewedAt: ClockReading

    package init(
        id: SessionID, client: ClientID, access: TokenDigest, refresh: TokenDigest,
        previousRefresh: TokenDigest? = nil, isSuccessorUsed: Bool = false, renewedAt: ClockReading
    ) {
        self.id = id
        self.client = client
        self.access = access
        self.refresh = refresh
        self.previousRefresh = previousRefresh
        self.isSuccessorUsed = isSuccessorUsed
        self.renewedAt = renewedAt
    }

    /// Whether its tokens are still to be had, used or not.
    package func isAlive(_ role: Role, at now: ClockReading) -> Bool {
        now.elapsed(since: renewedAt) < SessionTerms.access + SessionTerms.idle(role)
    }
}

package typealias SessionID = Identifier<Session>
