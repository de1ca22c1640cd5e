package import HomeCertificates
package import HomeModel

/// What is asked for when a device shall get in.
package struct CredentialRequest: Sendable, Equatable {
    package let root: DeviceID
    package let family: DeviceFamily
    package let proof: CredentialProof
    package let mac: MACAddress?

    /// Without a `proof`, the one that the family's firmware can be relied on to give.
    package init(root: DeviceID, family: DeviceFamily, proof: CredentialProof? = nil, mac: MACAddress? = nil) {
        self.root = root
        self.family = family
        self.proof = proof ?? family.usualProof
        self.mac = mac
    }
}

/// A device's way in. Private key and password are handed over once and not kept.
package struct DeviceCredential: Sendable {
    package enum Key: Sendable {
        case certificate(certificatePEM: String, privateKeyPEM: Secret)
        /// With what Tasmota pins of the server's key.
        case password(Secret, serverFingerprint: [UInt8])
    }

    package let request: CredentialRequest
    package let host: String
    /// The gateway's own, for devices that know no `.local` names.
    package let addresses: [String]
    package let port: Int
    package let authorityPEM: String
    package let key: Key

    package init(
        request: CredentialRequest, host: String, addresses: [String], port: Int, authorityPEM: String, key: Key
    ) {
        self.request = request
        self.host = host
        self.addresses = addresses
        self.port = port
        self.authorityPEM = authorityPEM
        self.key = key
    }

    package var root: DeviceID { request.root }
}

/// A credential that is out, without what is secret in it.
package struct ListedCredential: Sendable, Equatable {
    package let root: DeviceID
    /// Nil for one of before families were recorded.
    package let family: DeviceFamily?
    package let proof: CredentialProof
    package let mac: MACAddress?
    package let issuedAt: Timestamp?
    /// When its certificate runs out; passwords do not.
    package let expiresAt: Timestamp?
    /// It is taken back, but its connection could not be cut yet.
    package let isEnding: Bool

    package init(
        root: DeviceID, family: DeviceFamily?, proof: CredentialProof, mac: MACAddress?, issuedAt: Timestamp?,
        expiresAt: Timestamp?, isEnding: Bool
    ) {
        self.root = root
        self.family = family
        self.proof = proof
        self.mac = mac
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.isEnding = isEnding
    }
}

package enum CredentialError: Error, Sendable, CustomStringConvertible {
    case reserved(DeviceID)
    case macTaken(MACAddress, by: String)
    /// An external broker's access rules are not ours to write.
    case externalBroker
    /// It was issued, found to reach further than its own topics, and taken back.
    case unconfined(String)
    /// It is to be revoked, and may still be connected. Whether a restart of the gateway goes on with it.
    case notEnded(String, isTriedAfterRestart: Bool)
    case failed(String)

    package var description: String {
        switch self {
        case .reserved(let root): "“\(root)” is reserved; choose another id."
        case .macTaken(let mac, let root):
            "\(mac) belongs to “\(root)”: check the address, or end that one with tomte devices credentials --revoke \(root)."
        case .externalBroker: "The broker is not ours; make the device's credentials there."
        case .unconfined(let finding):
            "The credential was not handed out and is taken back, because the broker does not confine it: \(finding)"
        case .notEnded(let reason, isTriedAfterRestart: true):
            "The credential could not be revoked everywhere yet; it is tried again, also after a restart. \(reason)"
        case .notEnded(let reason, isTriedAfterRestart: false):
            "The credential could not be revoked yet; it is tried again until the gateway stops. \(reason)"
        case .failed(let reason): reason
        }
    }
}
