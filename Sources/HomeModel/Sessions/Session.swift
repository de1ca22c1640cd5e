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

/// A purpose that a person confirms with their PIN, one at a time.
package enum StepUp: String, Sendable, Codable, CaseIterable {
    /// Sensitive commands: unlock, open the garage, switch the oven…
    case commands
    /// Roles, grants, invitations, clients and tokens.
    case people
    case exports
    /// Deletions that cannot be undone.
    case wipes
}

/// The record that a person confirmed one purpose with their PIN at a client.
package struct StepUpConfirmation: Hashable, Sendable {
    package let client: ClientID
    package let purpose: StepUp
    package let time: ClockSnapshot

    package init(client: ClientID, purpose: StepUp, time: ClockSnapshot) {
        self.client = client
        self.purpose = purpose
        self.time = time
    }

    /// Whether the confirmation is recent enough to be valid.
    package func isFresh(at now: ClockSnapshot) -> Bool { now.elapsed(since: time) < SessionTerms.stepUp }
}

/// The token with which a script or a metrics scraper authenticates instead of a session.
package struct ServiceToken: Hashable, Sendable {
    /// The permissions that a token can have.
    package static let permitted: Set<Permission> = [.controlDevices, .viewEnergy, .viewEnvironment, .viewMetrics]
    package static let longestLife = Duration.days(90)

    package let id: TokenID
    /// A person with the role `service`.
    package let person: PersonID
    package var name: DisplayName
    package let digest: TokenDigest
    package let scope: Set<Permission>
    /// The key that it is bound to; nil when there is none. A token without a key cannot control devices.
    package let key: KeyThumbprint?
    package let expiresAt: Timestamp

    package init(
        id: TokenID, person: PersonID, name: DisplayName, digest: TokenDigest, scope: Set<Permission>,
        key: KeyThumbprint?, expiresAt: Timestamp
    ) {
        self.id = id
        self.person = person
        self.name = name
        self.digest = digest
        self.scope = key == nil ? scope.subtracting([.controlDevices]) : scope
        self.key = key
        self.expiresAt = expiresAt
    }

    /// When the token expires on the monotonic clock. It expires after `longestLife` at most, even if the wall clock is
    /// in the past.
    package func end(at now: ClockSnapshot) -> Duration { now.uptime + min(expiresAt - now.wall, Self.longestLife) }
}

package typealias TokenID = Identifier<ServiceToken>
