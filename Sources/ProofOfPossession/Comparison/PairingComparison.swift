import Crypto
import Foundation
package import HomeModel

/// The six digits that two people compare when a client is paired.
///
/// Six digits are enough only because neither side can choose its values after it has seen those of the other: the
/// client sends a commitment to its nonce and key, the gateway answers with its nonce, and then the client reveals its
/// nonce. An attacker between the two must fix all of their own values before the digits can be known, and so has one
/// try of a million. The digits without this exchange could be matched by trying keys.
package enum PairingComparison {
    /// The text whose hash the client sends first. It binds the client's nonce to its key.
    package static func commitment(to nonce: PairingNonce, key: KeyThumbprint) -> String {
        Data(hash(["tomte pairing commitment 1", nonce.text, key.description])).base64URL
    }

    /// The digits that both sides show. `gatewayKey` is the fingerprint of the public key at which the client sees the
    /// gateway, in hexadecimal.
    package static func digits(
        invitation: InvitationID, client: PairingNonce, gateway: PairingNonce, key: KeyThumbprint, gatewayKey: String
    ) -> String {
        let bytes = hash([
            "tomte pairing digits 1", invitation.rawValue, client.text, gateway.text, key.description,
            gatewayKey.lowercased(),
        ])
        let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        let text = String(number)
        return String(repeating: "0", count: 6 - text.count) + text
    }

    /// No field contains a line break, so the joined text has one meaning only.
    private static func hash(_ lines: [String]) -> [UInt8] {
        Array(SHA256.hash(data: Data(lines.joined(separator: "\n").utf8)))
    }
}

/// A random value that one side of a pairing contributes: 128 bits.
package struct PairingNonce: Hashable, Sendable {
    private static let byteCount = 16

    /// Base64url without padding.
    package let text: String

    package static func random() -> PairingNonce {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return PairingNonce(unchecked: Data(bytes).base64URL)
    }

    private init(unchecked text: String) { self.text = text }

    /// Nil unless the text is the only spelling of 128 bits: with two spellings a client could choose between digits.
    package init?(_ text: String) {
        guard text.utf8.count <= 32, let bytes = Data(base64URL: text), bytes.count == Self.byteCount,
            bytes.base64URL == text
        else { return nil }
        self.text = text
    }
}
