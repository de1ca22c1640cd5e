package import HomeModel

/// The tokens that a client gets when it has been paired, and at each refresh.
package struct SessionBody: Codable, Sendable {
    package let client: ClientID
    package let person: PersonID
    /// Must be sent with a proof, as `Authorization: DPoP …`.
    package let accessToken: String
    package let expiresInSeconds: Int
    /// Valid for one use.
    package let refreshToken: String

    package init(
        client: ClientID, person: PersonID, accessToken: String, expiresInSeconds: Int, refreshToken: String
    ) {
        self.client = client
        self.person = person
        self.accessToken = accessToken
        self.expiresInSeconds = expiresInSeconds
        self.refreshToken = refreshToken
    }
}

/// `POST /sessions/refresh`.
package struct RefreshBody: Codable, Sendable {
    package let refreshToken: String

    package init(refreshToken: String) { self.refreshToken = refreshToken }
}

/// `POST /step-up`.
package struct StepUpBody: Codable, Sendable {
    package let pin: String
    package let purpose: StepUp

    package init(pin: String, purpose: StepUp) {
        self.pin = pin
        self.purpose = purpose
    }
}

/// `PUT /people/{id}/pin`.
package struct PINBody: Codable, Sendable {
    package let pin: String
    /// The current PIN, if there is one.
    package var currentPIN: String?

    package init(pin: String, currentPIN: String? = nil) {
        self.pin = pin
        self.currentPIN = currentPIN
    }
}

/// `GET /clients`.
package struct ClientBody: Codable, Sendable {
    package let id: ClientID
    package let person: PersonID
    package let name: String
    package let thumbprint: String
    package let scope: [Permission]?
    package let pairedAt: Timestamp
    package let isLocked: Bool
    /// Whether it is the client that sent this request.
    package let isThis: Bool
    /// When it last sent a request, to the minute; absent when no request was recorded.
    package let lastSeen: Timestamp?
    /// The person or `console` that approved it; absent for a client that was paired before approvals were recorded.
    package let approvedBy: String?

    package init(_ client: Client, isThis: Bool) {
        id = client.id
        person = client.person
        name = client.name.text
        thumbprint = client.key.short
        scope = client.scope?.sorted { $0.rawValue < $1.rawValue }
        pairedAt = client.pairedAt
        isLocked = client.isLocked
        self.isThis = isThis
        lastSeen = client.lastSeen
        approvedBy = client.approval?.approver
    }
}

/// `PATCH /clients/{id}`, `PATCH /tokens/{id}`.
package struct NewNameBody: Codable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }
}

/// `GET /tokens`.
package struct TokenBody: Codable, Sendable {
    package let id: TokenID
    package let person: PersonID
    package let name: String
    package let scope: [Permission]
    /// The key that it is bound to.
    package let key: KeyThumbprint?
    package let expiresAt: Timestamp
    /// The token itself, only in the response that creates it.
    package let token: String?

    package init(_ token: ServiceToken, text: String? = nil) {
        id = token.id
        person = token.person
        name = token.name.text
        scope = token.scope.sorted { $0.rawValue < $1.rawValue }
        key = token.key
        expiresAt = token.expiresAt
        self.token = text
    }
}

/// `POST /tokens`.
package struct NewTokenBody: Codable, Sendable {
    package let person: PersonID
    package let name: String
    package let scope: [Permission]
    package let days: Int
    package var key: KeyThumbprint?

    package init(person: PersonID, name: String, scope: [Permission], days: Int, key: KeyThumbprint? = nil) {
        self.person = person
        self.name = name
        self.scope = scope
        self.days = days
        self.key = key
    }
}
