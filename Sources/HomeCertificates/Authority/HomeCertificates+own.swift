import SwiftASN1
import X509

extension HomeCertificates {
    /// The root that residents may install on their phones.
    package nonisolated var ownWebRoot: OwnCertificate { OwnCertificate(.webRoot, webRoot.certificate) }

    /// By what the HTTPS door is known, hexadecimal; nil while it has no certificate. Reads no key.
    package func apiFingerprints() throws(CertificateError) -> (certificate: String, publicKey: String)? {
        try certificate(of: .api).map { ($0.fingerprint, $0.publicKeyFingerprint) }
    }

    /// The roots, and what the doors that are always there prove themselves with; the compatibility listener has its own.
    package func own() throws(CertificateError) -> [OwnCertificate] {
        var own = [ownWebRoot, OwnCertificate(.deviceRoot, deviceRoot.certificate)]
        for (use, leaf) in [(OwnCertificate.Use.api, OwnLeaf.api), (.broker, .broker)] {
            if let certificate = try certificate(of: leaf) { own.append(OwnCertificate(use, certificate)) }
        }
        return own
    }
}

extension OwnCertificate {
    fileprivate init(_ use: Use, _ certificate: Certificate) {
        self.init(
            use: use, pem: certificate.pem, fingerprint: certificate.fingerprint, names: certificate.heldFor,
            notAfter: certificate.notValidAfter)
    }
}

extension Certificate {
    /// A leaf's own names and addresses, and those to which a root is confined.
    fileprivate var heldFor: [String] {
        if let names = try? extensions.subjectAlternativeNames {
            return names.compactMap { name in
                switch name {
                case .dnsName(let name): name
                case .ipAddress(let octets): NetworkAddress(bytes: octets.bytes)?.description
                default: nil
                }
            }
        }
        guard let constraints = try? extensions.nameConstraints else { return [] }
        // An address is followed by its mask.
        let addresses = constraints.permittedIPRanges.map { NetworkAddress(bytes: $0.bytes.prefix($0.bytes.count / 2)) }
        return Array(constraints.permittedDNSDomains) + addresses.compactMap { $0?.description }
    }
}
