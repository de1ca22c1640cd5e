package import HomeModel

/// An open pairing code: the person it is for, and the rights of the client that uses it.
package struct OpenPairingCode: Sendable {
    package static let lifetime = Duration.seconds(300)
    static let mostTries = 5

    /// An id that names the invitation without its code.
    package let id: PairingCodeID
    package let code: PairingCode
    package let person: PersonID
    package let scope: Set<Permission>?
    /// The actor who made the code, as the audit log writes it.
    package let invitedBy: String
    /// The approval of the client that uses the code; nil where a person has to compare thumbprints first.
    package let approval: ClientApproval?
    /// The end on the monotonic clock.
    let end: Duration
    package let expiresAt: Timestamp
    /// The number of wrong codes since this one was opened, from all sources: it cannot be known which code was meant.
    package internal(set) var wrongTries = 0

    package var isApproved: Bool { approval != nil }
}

package typealias PairingCodeID = Identifier<OpenPairingCode>

/// A client that presented a valid code and waits until its key is approved.
package struct PendingPairing: Sendable {
    static let lifetime = Duration.seconds(300)

    package let id: PairingID
    package let person: PersonID
    package let key: KeyThumbprint
    package let clientName: DisplayName
    package let scope: Set<Permission>?
    /// Nil until a person approved it.
    package internal(set) var approval: ClientApproval?
    let end: Duration

    package var isApproved: Bool { approval != nil }
}

package typealias PairingID = Identifier<PendingPairing>

/// The code that one person gives another to pair a client: ten characters of Crockford's base 32, 50 random bits.
package struct PairingCode: Hashable, Sendable, CustomStringConvertible {
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let length = 10

    private let characters: String

    static func random() -> PairingCode {
        var random = SystemRandomNumberGenerator()
        return PairingCode(characters: String((0..<length).map { _ in digits.randomElement(using: &random) ?? "0" }))
    }

    private init(characters: String) { self.characters = characters }

    /// Accepts the code as people type it: in any case, with dashes and spaces, O for 0, I and L for 1. Returns nil for
    /// anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let typed = text.uppercased().filter { $0 != "-" && $0 != " " }
            .map { $0 == "O" ? "0" : $0 == "I" || $0 == "L" ? "1" : $0 }
        guard typed.count == Self.length, typed.allSatisfy(Self.digits.contains) else { return nil }
        characters = String(typed)
    }

    /// The code in two groups, as it is shown to the people who may use it.
    package var exposed: String { "\(characters.prefix(5))-\(characters.suffix(5))" }

    package var description: String { "<redacted>" }
}
