import X509

/// The purpose of a certificate that the gateway issues, expressed as X.509 extensions.
enum CertificateProfile {
    case deviceRoot
    case webRoot(NameConstraints)
    /// Without name constraints, because small TLS stacks reject critical extensions that they do not know.
    case compatibilityRoot
    case server(SubjectAlternativeNames)
    case client

    func extensions(key: Certificate.PublicKey, issuer: SubjectKeyIdentifier) throws -> Certificate.Extensions {
        let own = SubjectKeyIdentifier(hash: key)
        switch self {
        case .deviceRoot:
            return try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                own
            }
        case .webRoot(let constraints):
            return try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                try ExtendedKeyUsage([.serverAuth])
                Critical(constraints)
                own
            }
        case .compatibilityRoot:
            return try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                try ExtendedKeyUsage([.serverAuth])
                own
            }
        case .server(let names):
            return try leaf(own: own, issuer: issuer) {
                try ExtendedKeyUsage([.serverAuth])
                names
            }
        case .client:
            return try leaf(own: own, issuer: issuer) { try ExtendedKeyUsage([.clientAuth]) }
        }
    }

    private func leaf(
        own: SubjectKeyIdentifier, issuer: SubjectKeyIdentifier,
        @ExtensionsBuilder _ more: () throws -> Result<Certificate.Extensions, any Error>
    ) throws -> Certificate.Extensions {
        let purpose = try more().get()
        var all = try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
            own
            AuthorityKeyIdentifier(keyIdentifier: issuer.keyIdentifier)
        }
        for one in purpose { try all.append(one) }
        return all
    }
}
