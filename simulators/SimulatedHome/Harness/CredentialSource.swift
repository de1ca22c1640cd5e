/// Paths of the PEM files with which a device proves its identity.
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

/// Issues credentials to simulated devices. The simulation itself never has a root key.
package protocol CredentialSource: Sendable {
    /// Returns the credential of `root`, which becomes the CN of the certificate. The simulation calls it at each start
    /// and whenever a device must present a certificate again.
    func credential(for root: String) async throws -> DeviceCredential
    /// Returns an expired credential, for the fault `expiredCertificate`.
    func expiredCredential(for root: String) async throws -> DeviceCredential
}

extension CredentialSource {
    /// Throws `.noExpiredCertificates`. The device then stays disconnected, which is close to the effect of an expired
    /// certificate.
    package func expiredCredential(for root: String) async throws -> DeviceCredential {
        throw SimulatedHomeError.noExpiredCertificates
    }
}
