/// Paths of the PEM files with which a device proves who it is.
package struct DeviceCredential: Hashable, Sendable {
    package let certificateAuthority: String
    package let certificate: String
    package let privateKey: String

    package init(certificateAuthority: String, certificate: String, privateKey: String) {
        self.certificateAuthority = certificateAuthority
        self.certificate = certificate
        self.privateKey = privateKey
    }
}

/// Whoever issues credentials to simulated devices; the simulation itself never sees a root key.
package protocol CredentialSource: Sendable {
    /// Asked at each start and whenever a certificate is to be shown anew. `root` becomes the certificate's CN.
    func credential(for root: String) async throws -> DeviceCredential
    /// For the fault `expiredCertificate`.
    func expiredCredential(for root: String) async throws -> DeviceCredential
}

extension CredentialSource {
    /// A source without expired certificates leaves the device without any: it stays away, which is close.
    package func expiredCredential(for root: String) async throws -> DeviceCredential {
        throw SimulatedHomeError.noExpiredCertificates
    }
}
