import Foundation
package import HomeModel

/// What a person who manages people chooses for a new invitation.
package struct InvitationDraft: Sendable {
    /// The person whom an invitation is for.
    package enum Invitee: Sendable {
        case existing(PersonID)
        /// A person who is added together with the invitation.
        case new(name: String, role: Role)
    }

    package let invitee: Invitee
    package let lifetime: Duration
    package let admission: Invitation.Admission
    /// The grants that take effect when the invitation is used. Their person is replaced by the invited one.
    package let grants: [Grant]
    package let scope: Set<Permission>?

    package init(
        invitee: Invitee, lifetime: Duration, admission: Invitation.Admission, grants: [Grant] = [],
        scope: Set<Permission>? = nil
    ) {
        self.invitee = invitee
        self.lifetime = lifetime
        self.admission = admission
        self.grants = grants
        self.scope = scope
    }
}

/// A new invitation with its secrets, which are shown once.
package struct SentInvitation: Sendable {
    package let invitation: Invitation
    package let secret: InvitationSecret
    /// Nil for an invitation without a number.
    package let number: Secret?
}

/// The secret in the link of an invitation: 128 random bits in base64url.
package struct InvitationSecret: Hashable, Sendable, CustomStringConvertible {
    private static let byteCount = 16

    /// The only access to the text, named so that every use is easy to find.
    package let exposedText: String

    static func random() -> InvitationSecret {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return InvitationSecret(exposedText: Data(bytes).base64URL)
    }

    private init(exposedText: String) { self.exposedText = exposedText }

    /// Nil for a text that no secret can have.
    package init?(_ text: String) {
        guard text.utf8.count <= 64, Data(base64URL: text)?.count == Self.byteCount else { return nil }
        exposedText = text
    }

    package var description: String { "<redacted>" }

    var digest: TokenDigest { TokenDigest(of: exposedText) }

    /// The digest of a number together with this secret. A million numbers are searched at once, but not without the
    /// secret, which is stored nowhere.
    func digest(ofNumber number: String) -> TokenDigest {
        TokenDigest(of: "tomte invitation number\n\(exposedText)\n\(number)")
    }

    /// A random number of six digits.
    static func randomNumber() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<6).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    }

    /// The digits of a number as people type it, with spaces and dashes.
    static func digits(_ typed: String) -> String {
        String(typed.prefix(64)).filter { $0 != " " && $0 != "-" }
    }
}
