import Foundation
package import HomeModel

/// `POST /claim`: the first owner claims the home.
package struct ClaimBody: Codable, Sendable {
    package let code: String
    /// The owner's name.
    package let name: String
    package let clientName: String

    package init(code: String, name: String, clientName: String) {
        self.code = code
        self.name = name
        self.clientName = clientName
    }
}

/// `POST /pair`. The client's key is that of the request's proof.
package struct PairBody: Codable, Sendable {
    package let code: String
    /// The name of the client in lists of clients.
    package let clientName: String

    package init(code: String, clientName: String) {
        self.code = code
        self.clientName = clientName
    }
}

/// A pairing that waits to be approved.
package struct PairingBody: Codable, Sendable {
    package let id: String
    package let person: PersonID
    package let clientName: String
    /// The thumbprint that both sides show, so that people can compare them.
    package let thumbprint: String
    package let isApproved: Bool

    package init(
        id: String, person: PersonID, clientName: String, thumbprint: String, isApproved: Bool
    ) {
        self.id = id
        self.person = person
        self.clientName = clientName
        self.thumbprint = thumbprint
        self.isApproved = isApproved
    }
}

/// `POST /pairing-codes`.
package struct NewPairingCodeBody: Codable, Sendable {
    package let person: PersonID
    /// The permissions to which the client's sessions are limited; absent for all permissions of the person.
    package var scope: [Permission]?
    /// True when the client is approved without a comparison of thumbprints. For scripts and tests.
    package var approveAny: Bool?

    package init(person: PersonID, scope: [Permission]? = nil, approveAny: Bool? = nil) {
        self.person = person
        self.scope = scope
        self.approveAny = approveAny
    }
}

/// `GET /pairing-codes`: an open pairing code, without the code itself.
package struct OpenPairingCodeBody: Codable, Sendable {
    package let id: String
    package let person: PersonID
    /// The person or the console that made the code, as in the audit log.
    package let invitedBy: String
    package let scope: [Permission]?
    package let approveAny: Bool
    package let expiresAt: Timestamp
    /// How many wrong codes were tried, by any client, since this code was made.
    package let wrongTries: Int

    package init(
        id: String, person: PersonID, invitedBy: String, scope: [Permission]?, approveAny: Bool, expiresAt: Timestamp,
        wrongTries: Int
    ) {
        self.id = id
        self.person = person
        self.invitedBy = invitedBy
        self.scope = scope
        self.approveAny = approveAny
        self.expiresAt = expiresAt
        self.wrongTries = wrongTries
    }
}

/// The content of an invitation: the address of the gateway, the fingerprints that identify it, and the code with which
/// one client can pair.
package struct PairingPayload: Codable, Hashable, Sendable {
    /// Whether the code pairs a client of a person, or claims the home for its first owner.
    package enum Purpose: String, Codable, Sendable { case pair, claim }

    package let version: String
    package let purpose: Purpose
    package let host: String
    package let port: Int
    package let code: String
    package let expiresAt: Timestamp?
    /// SHA-256 of the certificate, hex.
    package let certificateFingerprint: String
    /// SHA-256 of its public key (SPKI), hex. Clients pin this one, because it survives renewal.
    package let publicKeyFingerprint: String

    package init(
        version: String = "1", purpose: Purpose, host: String, port: Int, code: String, expiresAt: Timestamp?,
        certificateFingerprint: String, publicKeyFingerprint: String
    ) {
        self.version = version
        self.purpose = purpose
        self.host = host
        self.port = port
        self.code = code
        self.expiresAt = expiresAt
        self.certificateFingerprint = certificateFingerprint
        self.publicKeyFingerprint = publicKeyFingerprint
    }
}

/// The payload as a link: a phone's camera shows it, a browser pairs with it, `tomte pair` accepts it.
///
/// Everything but the host and the port is in the fragment, which a browser never sends.
extension PairingPayload {
    /// The names of the values in the fragment.
    private enum Key: String { case pair, claim, key, certificate, until, version }

    /// The link, as `https://host:port/#…`.
    package var link: String {
        var words: [(Key, String)] = [
            (purpose == .claim ? .claim : .pair, code), (.key, publicKeyFingerprint),
            (.certificate, certificateFingerprint),
        ]
        if let expiresAt { words.append((.until, expiresAt.rfc3339)) }
        words.append((.version, version))
        return "https://\(host):\(port)/#" + words.map { "\($0.rawValue)=\($1)" }.joined(separator: "&")
    }

    /// Nil when the text is no such link.
    package init?(link: String) {
        guard let address = URLComponents(string: link.trimmingCharacters(in: .whitespacesAndNewlines)),
            address.scheme?.lowercased() == "https", let host = address.host, !host.isEmpty,
            let words = address.percentEncodedFragment.map(Self.words),
            let code = words[.claim] ?? words[.pair], let key = words[.key], let certificate = words[.certificate],
            let version = words[.version]
        else { return nil }
        let end = words[.until].map(Timestamp.init(rfc3339:))
        if case .some(nil) = end { return nil }
        self.init(
            version: version, purpose: words[.claim] == nil ? .pair : .claim, host: host, port: address.port ?? 443,
            code: code, expiresAt: end ?? nil, certificateFingerprint: certificate, publicKeyFingerprint: key)
    }

    private static func words(of fragment: String) -> [Key: String] {
        fragment.split(separator: "&").reduce(into: [:]) { words, word in
            let pair = word.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let key = Key(rawValue: String(pair[0])) else { return }
            words[key] = String(pair[1]).removingPercentEncoding
        }
    }
}

/// The response of `POST /pairing-codes` and `POST /claim-codes`: the payload, also as a link and as a QR code.
package struct PairingOfferBody: Sendable {
    package let payload: PairingPayload
    /// An address to open on a phone or in a browser.
    package let link: String
    /// The QR code of that address, row by row: 1 is dark, 0 is light; without a margin.
    package let qr: [String]

    package init(_ payload: PairingPayload, qr: [String]) {
        self.payload = payload
        link = payload.link
        self.qr = qr
    }
}

// Encoded as one object, so that a client can also decode it as a `PairingPayload`.
extension PairingOfferBody: Codable {
    private enum Key: String, CodingKey { case link, qr }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        payload = try PairingPayload(from: decoder)
        link = try values.decode(String.self, forKey: .link)
        qr = try values.decode([String].self, forKey: .qr)
    }

    package func encode(to encoder: any Encoder) throws {
        try payload.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(link, forKey: .link)
        try values.encode(qr, forKey: .qr)
    }
}
