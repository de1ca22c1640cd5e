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
