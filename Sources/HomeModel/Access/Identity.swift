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
    package let isSteppedUp: Bool

    /// For this room alone: whoever is outside needs a proof.
    init(actor: Actor, isAtConsole: Bool, isSteppedUp: Bool) {
        self.actor = actor
        self.isAtConsole = isAtConsole
        self.isSteppedUp = isSteppedUp
    }

    /// The console: an owner's rights, stepped up.
    package static func console(_ proof: ConsolePeer) -> Identity {
        Identity(actor: .console, isAtConsole: true, isSteppedUp: true)
    }

    /// The console acting with exactly the rights of `person`.
    package static func console(_ proof: ConsolePeer, as person: PersonID) -> Identity {
        Identity(actor: .person(person), isAtConsole: true, isSteppedUp: true)
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
