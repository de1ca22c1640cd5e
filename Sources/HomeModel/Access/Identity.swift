/// Proof that whoever asks sits at the gateway's own console.
package struct ConsolePeer: Sendable {
    /// Nil unless the peer of the Unix socket runs as the gateway's own user or as root.
    package init?(peerUserID: UInt32, gatewayUserID: UInt32) {
        guard peerUserID == gatewayUserID || peerUserID == 0 else { return nil }
    }
}

/// Who acts. Made only from a proof, so that a handler which holds one holds the proof.
package struct Identity: Hashable, Sendable {
    package enum Actor: Hashable, Sendable {
        case console
        case person(PersonID)
    }

    package let actor: Actor
    /// Acts from the console are audited as such, also when they borrow a person's rights.
    package let isAtConsole: Bool
    /// The paired client that asks; nil for the console and for service tokens.
    package let client: ClientID?
    /// The service token that was shown.
    package let token: TokenID?
    /// What may be done at most; nil for all that the person may.
    package let scope: Set<Permission>?
    /// What was confirmed with a PIN just now.
    package let stepUps: Set<StepUp>
    /// When what was shown is good no more, on the clock that nobody sets; nil for the console.
    package let until: Duration?

    /// A session that was made for less, such as a wall panel's, never steps up to more.
    package var mayStepUp: Bool { scope == nil }

    /// The client or the token by which they came in.
    package var credential: ClientID? { client ?? token.flatMap { ClientID($0.rawValue) } }

    /// For this room alone: whoever is outside needs a proof.
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

    /// The console: an owner's rights, stepped up.
    package static func console(_ proof: ConsolePeer) -> Identity {
        Identity(actor: .console, isAtConsole: true, stepUps: Set(StepUp.allCases))
    }

    /// The console acting with exactly the rights of `person`.
    package static func console(_ proof: ConsolePeer, as person: PersonID) -> Identity {
        Identity(actor: .person(person), isAtConsole: true, stepUps: Set(StepUp.allCases))
    }

    /// A person at a client of theirs.
    package static func session(_ proof: ProvenSession) -> Identity {
        Identity(
            actor: .person(proof.client.person), isAtConsole: false, client: proof.client.id,
            scope: proof.client.scope, stepUps: proof.stepUps, until: proof.until)
    }

    /// A script or scraper.
    package static func token(_ proof: ProvenToken) -> Identity {
        Identity(
            actor: .person(proof.token.person), isAtConsole: false, token: proof.token.id, scope: proof.token.scope,
            stepUps: [], until: proof.until)
    }

    /// Whether both stand for the same asker, at the same client or with the same token.
    package func isSameAsker(as other: Identity) -> Bool {
        actor == other.actor && isAtConsole == other.isAtConsole && client == other.client && token == other.token
    }

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
