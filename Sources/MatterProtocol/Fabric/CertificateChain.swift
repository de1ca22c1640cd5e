/// The certificates with which a node proves that it belongs to a fabric.
package struct CertificateChain: Hashable, Sendable {
    package let node: MatterCertificate
    package let intermediate: MatterCertificate?

    package init(node: MatterCertificate, intermediate: MatterCertificate? = nil) {
        self.node = node
        self.intermediate = intermediate
    }

    /// Checks the chain up to `root`, which the caller trusts: kinds, names, key ids, signatures, permitted uses, and
    /// that all belong to the fabric.
    ///
    /// The time is not compared with the validity, because a gateway may have no clock. Only a validity whose start is
    /// after its end is refused.
    package func validate(root: MatterCertificate, fabricID: FabricID) throws(CertificateFailure) {
        try Self.validate(node, as: .node, fabricID: fabricID)
        guard node.subject.fabricID == fabricID else { throw .otherFabric(.node) }
        try Self.validateRoot(root, fabricID: fabricID)
        if let intermediate {
            guard root.pathLength != 0 else { throw .wrongKind(expected: .root) }
            try Self.validate(intermediate, as: .intermediate, fabricID: fabricID)
            try Self.validateIssuer(of: node, kind: .node, issuer: intermediate)
            try Self.validateIssuer(of: intermediate, kind: .intermediate, issuer: root)
        } else {
            try Self.validateIssuer(of: node, kind: .node, issuer: root)
        }
    }

    /// Checks a root: it is an authority and signed itself.
    package static func validateRoot(
        _ root: MatterCertificate, fabricID: FabricID? = nil
    ) throws(CertificateFailure) {
        try validate(root, as: .root, fabricID: fabricID)
        try validateIssuer(of: root, kind: .root, issuer: root)
    }

    private static func validate(
        _ certificate: MatterCertificate, as kind: CertificateKind, fabricID: FabricID?
    ) throws(CertificateFailure) {
        guard certificate.subject.kind == kind else { throw .wrongKind(expected: kind) }
        let usage = certificate.keyUsage ?? []
        if kind == .node {
            guard !certificate.isAuthority, usage.contains(.digitalSignature),
                Set(certificate.extendedKeyUsage).isSuperset(of: [.clientAuth, .serverAuth])
            else { throw .wrongKind(expected: kind) }
        } else {
            guard certificate.isAuthority, usage.contains(.keyCertSign) else { throw .wrongKind(expected: kind) }
        }
        if let fabricID, let found = certificate.subject.fabricID, found != fabricID { throw .otherFabric(kind) }
        guard certificate.notAfter == .noExpiry || certificate.notBefore < certificate.notAfter else {
            throw .invalidValidity(kind)
        }
    }

    private static func validateIssuer(
        of certificate: MatterCertificate, kind: CertificateKind, issuer: MatterCertificate
    ) throws(CertificateFailure) {
        guard certificate.issuer == issuer.subject, let keyID = certificate.authorityKeyID,
            keyID == issuer.subjectKeyID
        else { throw .otherIssuer(kind) }
        guard certificate.isSigned(by: issuer) else { throw .wrongSignature(kind) }
    }
}
