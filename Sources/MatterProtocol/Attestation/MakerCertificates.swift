/// Certificates of makers, by what their keys may sign.
package struct MakerCertificates: Sendable {
    package enum Role: Hashable, Sendable, CaseIterable {
        /// A product attestation authority (PAA), which signs for the makers of devices.
        case authority
        /// A key that signs certification declarations.
        case declarationSigner
        /// The authority that signs for the signers of declarations. It makes no devices.
        case declarationRoot
    }

    package struct Entry: Hashable, Sendable {
        package let certificate: AttestationCertificate
        package let role: Role
    }

    package private(set) var entries: [Entry] = []
    /// The certificates that no role fits: those that sign nothing, with a wrong signature, or of an unknown issuer.
    package private(set) var rejected: [AttestationCertificate] = []

    /// Takes all roots of declarations from the list itself, which must therefore come with the program.
    package init(_ certificates: [AttestationCertificate]) {
        let own = Set(certificates.filter(\.isSelfSigned))
        let others = certificates.filter { !own.contains($0) }
        let roots = own.filter { root in others.contains { Self.isSigner($0, of: root) } }
        for certificate in certificates where own.contains(certificate) {
            if certificate.isAuthority {
                entries.append(
                    Entry(certificate: certificate, role: roots.contains(certificate) ? .declarationRoot : .authority))
            } else {
                rejected.append(certificate)
            }
        }
        others.forEach { add($0) }
    }

    /// The entry of a certificate with what it may sign here; nil if no role fits. Only the roots that are in the list
    /// already count, so that no added authority can sign declarations.
    package func entry(of certificate: AttestationCertificate) -> Entry? {
        guard certificate.isAuthority else { return nil }
        if let known = entries.first(where: { $0.certificate == certificate }) { return known }
        if certificate.isSelfSigned { return Entry(certificate: certificate, role: .authority) }
        let roots = entries.filter { $0.role == .declarationRoot }.map(\.certificate)
        let isSigner = roots.contains { Self.isSigner(certificate, of: $0) }
        return isSigner ? Entry(certificate: certificate, role: .declarationSigner) : nil
    }

    /// Adds a certificate, or puts it among the rejected ones.
    package mutating func add(_ certificate: AttestationCertificate) {
        guard !entries.contains(where: { $0.certificate == certificate }) else { return }
        if let entry = entry(of: certificate) {
            entries.append(entry)
        } else {
            rejected.append(certificate)
        }
    }

    package var trustStore: AttestationTrustStore {
        AttestationTrustStore(
            authorities: entries.filter { $0.role == .authority }.map {
                AttestationTrustStore.Authority(certificate: $0.certificate, isForTests: $0.certificate.isForTests)
            },
            declarationSigners: entries.filter { $0.role == .declarationSigner }.map {
                AttestationTrustStore.DeclarationSigner(
                    certificate: $0.certificate, isForTests: $0.certificate.isForTests)
            })
    }

    private static func isSigner(_ certificate: AttestationCertificate, of root: AttestationCertificate) -> Bool {
        certificate.names(issuer: root) && certificate.isSigned(by: root)
    }
}
