/// What a script or a scraper shows instead of a session.
package struct ServiceToken: Hashable, Sendable {
    /// All that a token can be good for.
    package static let permitted: Set<Permission> = [.controlDevices, .viewEnergy, .viewEnvironment, .viewMetrics]
    package static let longestLife = Duration.days(90)

    package let id: TokenID
    /// Of role `service`.
    package let person: PersonID
    package var name: DisplayName
    package let digest: TokenDigest
    package let scope: Set<Permission>
    /// The key that it is bound to. Without one it can only read.
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

    /// When it ends on the clock that nobody sets: a wall clock that stands in the past lengthens no life.
    package func end(at now: ClockReading) -> Duration { now.uptime + min(expiresAt - now.wall, Self.longestLife) }
}

package typealias TokenID = Identifier<ServiceToken>
