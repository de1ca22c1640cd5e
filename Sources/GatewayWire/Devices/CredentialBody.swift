package import HomeModel

/// `POST /devices/{id}/provision`: of which family the device is. Without `proof`, by what that family can.
package struct ProvisionBody: Codable, Sendable {
    package let dialect: DeviceFamily
    package let proof: CredentialProof?
    package let mac: MACAddress?

    package init(dialect: DeviceFamily, proof: CredentialProof? = nil, mac: MACAddress? = nil) {
        self.dialect = dialect
        self.proof = proof
        self.mac = mac
    }
}

/// Its answer: what a device needs to join. Private key and password are given once and not kept.
package struct CredentialBody: Codable, Sendable {
    /// The device's root topic, user name and client id.
    package let root: DeviceID
    package let dialect: DeviceFamily
    package let proof: CredentialProof
    package let host: String
    package let addresses: [String]
    package let port: Int
    package let certificateAuthority: String
    package let certificate: String?
    package let privateKey: String?
    package let password: String?
    /// What to type, paste or put in place, in this order.
    package let steps: [SetupStepBody]
    package let notes: [String]
    /// What is worth a QR code.
    package let scannable: String?

    package init(
        root: DeviceID, dialect: DeviceFamily, proof: CredentialProof, host: String, addresses: [String], port: Int,
        certificateAuthority: String, certificate: String? = nil, privateKey: String? = nil, password: String? = nil,
        steps: [SetupStepBody], notes: [String], scannable: String? = nil
    ) {
        self.root = root
        self.dialect = dialect
        self.proof = proof
        self.host = host
        self.addresses = addresses
        self.port = port
        self.certificateAuthority = certificateAuthority
        self.certificate = certificate
        self.privateKey = privateKey
        self.password = password
        self.steps = steps
        self.notes = notes
        self.scannable = scannable
    }
}

/// One thing to type, paste or put in place.
package struct SetupStepBody: Codable, Sendable {
    package let title: String
    package let text: String
    package let fileName: String
    package let isSecret: Bool

    package init(title: String, text: String, fileName: String, isSecret: Bool) {
        self.title = title
        self.text = text
        self.fileName = fileName
        self.isSecret = isSecret
    }
}

/// `GET /credentials`: who was let in and how, without secrets.
package struct ListedCredentialBody: Codable, Sendable {
    package let root: DeviceID
    /// Absent for one of before families were recorded.
    package let dialect: DeviceFamily?
    package let proof: CredentialProof
    package let mac: MACAddress?
    package let issuedAt: Timestamp?
    package let expiresAt: Timestamp?
    /// It is taken back, but may still be connected.
    package let isEnding: Bool

    package init(
        root: DeviceID, dialect: DeviceFamily?, proof: CredentialProof, mac: MACAddress?, issuedAt: Timestamp?,
        expiresAt: Timestamp?, isEnding: Bool
    ) {
        self.root = root
        self.dialect = dialect
        self.proof = proof
        self.mac = mac
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.isEnding = isEnding
    }
}
