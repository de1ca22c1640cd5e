import Foundation
package import HomeModel

/// The link of an invitation: the address of the gateway, and in the fragment, which a browser never sends, the public
/// id, the secret, and the fingerprint of the gateway's key.
package struct InvitationLink: Hashable, Sendable {
    package let host: String
    package let port: Int
    package let id: InvitationID
    package let secret: String
    /// SHA-256 of the gateway's public key (SPKI), hex. Clients pin it.
    package let publicKeyFingerprint: String
    package let expiresAt: Timestamp?

    package init(
        host: String, port: Int, id: InvitationID, secret: String, publicKeyFingerprint: String, expiresAt: Timestamp?
    ) {
        self.host = host
        self.port = port
        self.id = id
        self.secret = secret
        self.publicKeyFingerprint = publicKeyFingerprint
        self.expiresAt = expiresAt
    }

    /// The link, as `https://host:port/#…`.
    package var text: String {
        let until = expiresAt.map { "&until=\($0.rfc3339)" } ?? ""
        return "https://\(host):\(port)/#invite=\(id)&secret=\(secret)&key=\(publicKeyFingerprint)\(until)"
    }

    /// Nil when the text is no such link.
    package init?(_ text: String) {
        guard let address = URLComponents(string: text.trimmingCharacters(in: .whitespacesAndNewlines)),
            address.scheme?.lowercased() == "https", let host = address.host, !host.isEmpty,
            let fragment = address.percentEncodedFragment
        else { return nil }
        let words = Self.words(of: fragment)
        guard let id = words["invite"].flatMap(InvitationID.init), let secret = words["secret"], let key = words["key"]
        else { return nil }
        let end = words["until"].map(Timestamp.init(rfc3339:))
        if case .some(nil) = end { return nil }
        self.init(
            host: host, port: address.port ?? 443, id: id, secret: secret, publicKeyFingerprint: key,
            expiresAt: end ?? nil)
    }

    private static func words(of fragment: String) -> [String: String] {
        fragment.split(separator: "&").reduce(into: [:]) { words, word in
            let pair = word.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return }
            words[String(pair[0])] = String(pair[1]).removingPercentEncoding
        }
    }
}
