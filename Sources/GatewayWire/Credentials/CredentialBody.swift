package import HomeModel

/// `POST /devices/{id}/provision`: the family of the device. Without `proof`, the credential has the kind of the one that it
/// replaces, or else the usual one of that family.
package struct ProvisionBody: Codable, Sendable {
    package let dialect: DeviceFamily
    package let proof: CredentialKind?
    package let mac: MACAddress?

    package init(dialect: DeviceFamily, proof: CredentialKind? = nil, mac: MACAddress? = nil) {
        self.dialect = dialect
        self.proof = proof
        self.mac = mac
    }
}

/// The response to `ProvisionBody`: all that a device needs to connect. The private key and the password are returned
/// once and not stored.
package struct CredentialBody: Codable, Sendable {
    /// The device's root topic, user name and client id.
    package let root: DeviceID
    package let dialect: DeviceFamily
    package let proof: CredentialKind
    package let host: String
    package let addresses: [String]
    package let port: Int
    package let certificateAuthority: String
    package let certificate: String?
    package let privateKey: String?
    package let password: String?
    /// The steps to set up the device, in order.
    package let steps: [SetupStepBody]
    /// Hints to read before the setup, and when it does not work.
    package let notes: [CodedSentence]
    /// The text to show as a QR code; absent when there is none.
    package let scannable: String?

    package init(
        root: DeviceID, dialect: DeviceFamily, proof: CredentialKind, host: String, addresses: [String], port: Int,
        certificateAuthority: String, certificate: String? = nil, privateKey: String? = nil, password: String? = nil,
        steps: [SetupStepBody], notes: [CodedSentence], scannable: String? = nil
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

/// One step of the setup: a text to type, paste or save as a file.
package struct SetupStepBody: Codable, Sendable {
    /// What to do with the text.
    package let title: String
    /// The code of the title, and the values in it.
    package let code: String
    package let values: [String: SentenceValue]
    package let text: String
    package let fileName: String
    package let isSecret: Bool

    package init(title: CodedSentence, text: String, fileName: String, isSecret: Bool) {
        self.title = title.text
        code = title.code
        values = title.values
        self.text = text
        self.fileName = fileName
        self.isSecret = isSecret
    }
}

/// `GET /credentials`: a credential and how it authenticates, without secrets.
package struct ListedCredentialBody: Codable, Sendable {
    package let root: DeviceID
    /// The names of the devices of the home that connect with it.
    package let devices: [String]
    /// Absent for a credential that was issued before families were recorded.
    package let dialect: DeviceFamily?
    package let proof: CredentialKind
    package let mac: MACAddress?
    package let issuedAt: Timestamp?
    package let expiresAt: Timestamp?
    /// True for a credential that is revoked but may still be connected.
    package let isEnding: Bool

    package init(
        root: DeviceID, devices: [String], dialect: DeviceFamily?, proof: CredentialKind, mac: MACAddress?,
        issuedAt: Timestamp?, expiresAt: Timestamp?, isEnding: Bool
    ) {
        self.root = root
        self.devices = devices
        self.dialect = dialect
        self.proof = proof
        self.mac = mac
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.isEnding = isEnding
    }
}
