package import Foundation
import SwiftASN1
import X509

extension HomeCertificates {
    /// The root that residents may install on their phones, so that these trust the HTTPS endpoint now.
    package nonisolated var ownWebRoot: HomeCertificateInfo {
        HomeCertificateInfo(.webRoot, certificate: webRoot.certificate)
    }

    /// During an overlap the root that takes the place of `ownWebRoot` at its end; otherwise nil.
    package nonisolated var nextWebRoot: HomeCertificateInfo? {
        nextRoots.map { HomeCertificateInfo(.nextWebRoot, certificate: $0.web.certificate) }
    }

    /// SHA-256 fingerprints of the HTTPS endpoint's certificate and of its public key, hexadecimal; nil while there is
    /// no certificate. Reads no private key.
    package func apiFingerprints() throws(CertificateError) -> (certificate: String, publicKey: String)? {
        try certificate(of: .api).map { ($0.fingerprint, $0.publicKeyFingerprint) }
    }

    /// The web and device roots, and the certificates of the permanent listeners: HTTPS and the broker. The
    /// compatibility listener has its own root and certificate, which are not included.
    package func ownCertificates() throws(CertificateError) -> [HomeCertificateInfo] {
        var own = [ownWebRoot]
        if let nextWebRoot { own.append(nextWebRoot) }
        own.append(HomeCertificateInfo(.deviceRoot, certificate: deviceRoot.certificate))
        if let next = nextRoots?.device.certificate {
            own.append(HomeCertificateInfo(.nextDeviceRoot, certificate: next))
        }
        for (use, leaf) in [(HomeCertificateInfo.Use.api, GatewayLeaf.api), (.broker, .broker)] {
            if let certificate = try certificate(of: leaf) {
                own.append(HomeCertificateInfo(use, certificate: certificate))
            }
        }
        return own
    }
}

extension HomeCertificateInfo {
    fileprivate init(_ use: Use, certificate: Certificate) {
        self.init(
            use: use, pem: certificate.pem, fingerprint: certificate.fingerprint, names: certificate.validNames,
            notAfter: certificate.notValidAfter)
    }
}

extension Certificate {
    /// The names and addresses in a leaf certificate, or those to which the name constraints limit a root.
    fileprivate var validNames: [String] {
        if let names = try? extensions.subjectAlternativeNames {
            return names.compactMap { name in
                switch name {
                case .dnsName(let name): name
                case .ipAddress(let octets): IPAddressBytes(bytes: octets.bytes)?.description
                default: nil
                }
            }
        }
        guard let constraints = try? extensions.nameConstraints else { return [] }
        // The mask follows the address.
        let addresses = constraints.permittedIPRanges.map { IPAddressBytes(bytes: $0.bytes.prefix($0.bytes.count / 2)) }
        return Array(constraints.permittedDNSDomains) + addresses.compactMap { $0?.description }
    }
}

/// A certificate of the home itself: a root, or the certificate of a listener.
package struct HomeCertificateInfo: Sendable, Equatable {
    /// What the certificate is for: one of the roots, the HTTPS endpoint or the broker.
    package enum Use: String, Sendable, CaseIterable {
        case webRoot, nextWebRoot, deviceRoot, nextDeviceRoot, api, broker
    }

    package let use: Use
    package let pem: String
    /// SHA-256 of the certificate, hexadecimal.
    package let fingerprint: String
    /// The names and addresses for which it is valid; empty if it is not limited to any.
    package let names: [String]
    package let notAfter: Date

    package init(use: Use, pem: String, fingerprint: String, names: [String], notAfter: Date) {
        self.use = use
        self.pem = pem
        self.fingerprint = fingerprint
        self.names = names
        self.notAfter = notAfter
    }
}
