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
