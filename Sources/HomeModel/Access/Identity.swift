/// Proof that a request comes from the gateway's own console.
package struct ConsolePeer: Sendable {
    /// Nil unless the peer of the Unix socket runs as the gateway's own user or as root.
    package init?(peerUserID: UInt32, gatewayUserID: UInt32) {
        guard peerUserID == gatewayUserID || peerUserID == 0 else { return nil }
    }
}

/// The authenticated sender of a request. An identity can only be made from a proof, so a handler that has one needs no
/// further check of who sent the request.
package struct Identity: Hashable, Sendable {
    /// The sender of a request: the console itself, or a person.
    package enum Actor: Hashable, Sendable {
        case console
        case person(PersonID)
    }

    package let actor: Actor
    /// Whether the request comes from the console. The audit log says so even when the console acts with a person's
    /// rights.
    package let isAtConsole: Bool
    /// The paired client that sent the request; nil for the console and for service tokens.
    package let client: ClientID?
    /// The service token that came with the request; nil for the console and for paired clients.
    package let token: TokenID?
    /// The permissions to which the session or token is limited; nil for all permissions of the person.
    package let scope: Set<Permission>?
    /// The purposes that were recently confirmed with a PIN.
    package let stepUps: Set<StepUp>
    /// When the session or token expires, on the monotonic clock; nil for the console.
    package let until: Duration?

    /// Whether a step-up is possible. A session with a limited scope, such as a wall panel's, can never step up.
    package var mayStepUp: Bool { scope == nil }

    /// The id of the client or the token that authenticated the request; nil for the console.
    package var credential: ClientID? { client ?? token.flatMap { ClientID($0.rawValue) } }

    /// Internal, because code in other modules must have a proof to make an identity.
    init(
        actor: Actor, isAtConsole: Bool, client: ClientID? = nil, token: TokenID? = nil, scope: Set<Permission>? = nil,
        stepUps: Set<StepUp>, until: Duration? = nil
    ) {
        self.actor = actor
        self.isAtConsole = isAtConsole
        self.client = client
        self.token = token
        self.scope = scope
        self.stepUps = stepUps
        self.until = until
    }

    /// The console itself, with an owner's rights and every step-up.
    package static func console(_ proof: ConsolePeer) -> Identity {
        Identity(actor: .console, isAtConsole: true, stepUps: Set(StepUp.allCases))
    }

    /// The console acting with exactly the rights of `person`.
    package static func console(_ proof: ConsolePeer, as person: PersonID) -> Identity {
        Identity(actor: .person(person), isAtConsole: true, stepUps: Set(StepUp.allCases))
    }

    /// A person who uses one of their paired clients.
    package static func session(_ proof: AuthenticatedSession) -> Identity {
        Identity(
            actor: .person(proof.client.person), isAtConsole: false, client: proof.client.id,
            scope: proof.client.scope, stepUps: proof.stepUps, until: proof.until)
    }

    /// A script or a metrics scraper that uses a service token.
    package static func token(_ proof: AuthenticatedToken) -> Identity {
        Identity(
            actor: .person(proof.token.person), isAtConsole: false, token: proof.token.id, scope: proof.token.scope,
            stepUps: [], until: proof.until)
    }

    /// Whether both identities have the same actor, at the same client or with the same token.
    package func isSameAsker(as other: Identity) -> Bool {
        actor == other.actor && isAtConsole == other.isAtConsole && client == other.client && token == other.token
    }

    /// The person who acts; nil for the console itself.
    package var person: PersonID? {
        guard case .person(let id) = actor else { return nil }
        return id
    }
}

extension Identity: CustomStringConvertible {
    package var description: String {
        guard let person else { return "console" }
        return isAtConsole ? "console as \(person)" : person.rawValue
    }
}
