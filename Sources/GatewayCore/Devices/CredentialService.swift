package import HomeCertificates
package import HomeModel

/// Issues what a device needs to connect. Implemented where the broker is known.
package protocol CredentialIssuer: Sendable {
    /// A certificate for `root`, which from now on may use its own topics and nothing else.
    func issue(_ root: DeviceID) async throws(CredentialError) -> DeviceCredential
}

/// A device's way in. The private key is handed over once and not kept.
package struct DeviceCredential: Sendable {
    package let root: DeviceID
    package let host: String
    package let port: Int
    package let certificateAuthorityPEM: String
    package let certificatePEM: String
    package let privateKeyPEM: Secret

    package init(
        root: DeviceID, host: String, port: Int, certificateAuthorityPEM: String, certificatePEM: String,
        privateKeyPEM: Secret
    ) {
        self.root = root
        self.host = host
        self.port = port
        self.certificateAuthorityPEM = certificateAuthorityPEM
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }
}

extension DeviceCredential {
    /// For the one answer that hands it to its device.
    package var exposedPrivateKeyPEM: String { String(decoding: privateKeyPEM.exposed(), as: UTF8.self) }
}

package enum CredentialError: Error, Sendable, CustomStringConvertible {
    case reserved(DeviceID)
    /// An external broker's access rules are not ours to write.
    case externalBroker
    case failed(String)

    package var description: String {
        switch self {
        case .reserved(let root): "“\(root)” is reserved; choose another id."
        case .externalBroker: "The broker is not ours; make the device's credentials there."
        case .failed(let reason): reason
        }
    }
}

/// Provisioning: decided and written down before anything is issued.
package struct CredentialService: Sendable {
    private let issuer: any CredentialIssuer
    private let acts: AuditedActs

    package init(issuer: any CredentialIssuer, acts: AuditedActs) {
        self.issuer = issuer
        self.acts = acts
    }

    package func provision(_ root: DeviceID, as identity: Identity) async throws(ActRefusal) -> DeviceCredential {
        try await acts.require(.addDevices, of: identity)
        try await acts.writeDown(.certificateIssue, by: identity, target: root.rawValue)
        do {
            return try await issuer.issue(root)
        } catch {
            throw .conflict(error.description)
        }
    }
}
