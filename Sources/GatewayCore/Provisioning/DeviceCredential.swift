package import HomeModel

/// A request for the credential with which a device connects.
package struct CredentialRequest: Sendable, Equatable {
    package let root: DeviceID
    package let terms: DeviceFamilyTerms
    package let proof: CredentialKind
    package let mac: MACAddress?
    /// The address of the gateway in the device's network; nil for any of its addresses.
    package let gatewayAddress: String?
    /// Whether the credential is for a setup that may still fail. Then it replaces no other one, and is revoked unless
    /// it is confirmed.
    package let isProvisional: Bool
    /// Whether the caller asked for this kind of proof.
    private let isProofChosen: Bool

    /// Without a `proof`, the request uses the kind of proof that the firmware of the family supports reliably.
    package init(
        root: DeviceID, terms: DeviceFamilyTerms, proof: CredentialKind? = nil, mac: MACAddress? = nil,
        gatewayAddress: String? = nil, isProvisional: Bool = false
    ) {
        self.gatewayAddress = gatewayAddress
        self.isProvisional = isProvisional
        self.root = root
        self.terms = terms
        isProofChosen = proof != nil
        self.proof = proof ?? terms.usualCredential
        self.mac = mac
    }

    /// The same request with the kind of proof of the credential that it replaces. Unchanged if the caller chose a kind, or if
    /// the credential is for another family, whose firmware may support another kind.
    func keepingProof(of present: ListedCredential) -> CredentialRequest {
        guard !isProofChosen, present.family == nil || present.family == family else { return self }
        return CredentialRequest(
            root: root, terms: terms, proof: present.proof, mac: mac, gatewayAddress: gatewayAddress,
            isProvisional: isProvisional)
    }

    package var family: DeviceFamily { terms.family }
}

/// The credential of a device. Private key and password are handed over once and not kept.
package struct DeviceCredential: Sendable {
    /// The secret by which the network recognises the device.
    package enum Key: Sendable {
        case certificate(certificatePEM: String, privateKeyPEM: Secret)
        case password(Secret)
    }

    package let request: CredentialRequest
    package let host: String
    /// The gateway's own addresses, for devices that cannot resolve `.local` names.
    package let addresses: [String]
    package let port: Int
    package let authorityPEM: String
    package let key: Key
    /// The setup instructions, in the terms of the device's family.
    package let sheet: SetupSheet
    /// The requests with which the gateway configures the device itself; empty if it cannot.
    package let deviceRequests: [DeviceRequest]

    package init(
        request: CredentialRequest, host: String, addresses: [String], port: Int, authorityPEM: String, key: Key,
        sheet: SetupSheet, deviceRequests: [DeviceRequest] = []
    ) {
        self.deviceRequests = deviceRequests
        self.request = request
        self.host = host
        self.addresses = addresses
        self.port = port
        self.authorityPEM = authorityPEM
        self.key = key
        self.sheet = sheet
    }

    package var root: DeviceID { request.root }

    /// Nil for a credential with a certificate.
    package var password: String? { if case .password(let password) = key { password.exposedText } else { nil } }
}

/// An issued credential, without its secrets.
package struct ListedCredential: Sendable, Equatable {
    package let root: DeviceID
    /// Nil for a credential from before families were recorded.
    package let family: DeviceFamily?
    package let proof: CredentialKind
    package let mac: MACAddress?
    package let issuedAt: Timestamp?
    /// When its certificate expires; passwords do not expire.
    package let expiresAt: Timestamp?
    /// Whether it is revoked, but its connection could not be closed yet.
    package let isEnding: Bool
    /// Whether the setup of its device is not finished.
    package let isProvisional: Bool

    package init(
        root: DeviceID, family: DeviceFamily?, proof: CredentialKind, mac: MACAddress?, issuedAt: Timestamp?,
        expiresAt: Timestamp?, isEnding: Bool, isProvisional: Bool = false
    ) {
        self.isProvisional = isProvisional
        self.root = root
        self.family = family
        self.proof = proof
        self.mac = mac
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.isEnding = isEnding
    }
}

/// Why a credential could not be issued or revoked.
package enum CredentialError: Error, Sendable, CustomStringConvertible {
    case reserved(DeviceID)
    case macInUse(MACAddress, by: String)
    /// A provisional credential would replace another one.
    case exists(DeviceID)
    /// The gateway does not manage the access to the network. The sentence says where the credential can be made.
    case notManaged(String)
    /// The credential was issued, could reach more than its own root, and was revoked. The sentence says what it could
    /// reach.
    case unconfined(String)
    /// The credential is to be revoked, and may still be connected. The flag says whether a restarted gateway goes on
    /// with that.
    case notEnded(String, isTriedAfterRestart: Bool)
    case failed(String)

    package var description: String {
        switch self {
        case .reserved(let root): "“\(root)” is reserved; choose another id."
        case .exists(let root):
            "“\(root)” has a credential already. Choose another name, or end that one with tomte devices credentials --revoke \(root)."
        case .macInUse(let mac, let root):
            "\(mac) belongs to “\(root)”: check the address, or end that one with tomte devices credentials --revoke \(root)."
        case .notEnded(let reason, isTriedAfterRestart: true):
            "The credential could not be revoked everywhere yet; it is tried again, also after a restart. \(reason)"
        case .notEnded(let reason, isTriedAfterRestart: false):
            "The credential could not be revoked yet; it is tried again until the gateway stops. \(reason)"
        case .notManaged(let reason), .unconfined(let reason), .failed(let reason): reason
        }
    }
}
