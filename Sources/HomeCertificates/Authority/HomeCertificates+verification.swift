import Crypto
import HomeModel
import SwiftASN1
import X509

/// What is wrong with a certificate of the home on disk. The gateway uses the certificates that it opened at its start, so
/// that such a change has an effect at the next start.
package enum CertificateProblem: Hashable, Sendable {
    /// The file of a root is missing, or has another certificate than the one in use.
    case otherRoot(name: String)
    /// A certificate is missing or cannot be read.
    case unreadable(name: String)
    /// A certificate is for another key than the stored one, or the key is missing.
    case otherKey(name: String)
    /// A certificate was issued by another root.
    case otherIssuer(name: String)
    /// The web root is not limited to the names and addresses of this home.
    case unlimitedWebRoot
    /// The web root does not permit the present name of the gateway, so that clients that trust the root refuse it. A root
    /// is for the name that the gateway had at its first start.
    case otherHostName(String, permitted: String)

    /// The name of the certificate, as in `CertificateExpiry`.
    package var name: String {
        switch self {
        case .otherRoot(let name), .unreadable(let name), .otherKey(let name), .otherIssuer(let name): name
        case .unlimitedWebRoot, .otherHostName: "web root"
        }
    }
}

extension HomeCertificates {
    /// Reads the roots and the gateway's own certificates from disk, and compares each with its key and its issuer.
    package func problems() -> [CertificateProblem] {
        let roots = [("device", deviceRoot), ("web", webRoot)].compactMap { name, root in
            isStored(root, file: "\(name)-root.pem") ? nil : CertificateProblem.otherRoot(name: "\(name) root")
        }
        return roots + limitProblems + GatewayLeaf.all.compactMap { problem(of: $0) }
    }

    private func isStored(_ root: RootAuthority, file: String) -> Bool {
        let pem = (try? folder.read(file)).map { String(decoding: $0, as: UTF8.self) }
        return pem.flatMap { try? Certificate(pemEncoded: $0) } == root.certificate
    }

    private var limitProblems: [CertificateProblem] {
        guard isWebRootLimited else { return [.unlimitedWebRoot] }
        let permitted =
            (try? webRoot.certificate.extensions.nameConstraints).map { Array($0.permittedDNSDomains) } ?? []
        guard !permitted.contains(names.name), let former = permitted.first(where: { $0 != "localhost" }) else {
            return []
        }
        return [.otherHostName(names.name, permitted: former)]
    }

    /// Whether the certificate has name constraints, and is invalid for clients that do not know them.
    private var isWebRootLimited: Bool {
        let constraints = webRoot.certificate.extensions[oid: ASN1ObjectIdentifier.X509ExtensionID.nameConstraints]
        guard constraints?.critical == true, let names = try? webRoot.certificate.extensions.nameConstraints else {
            return false
        }
        return !Array(names.permittedDNSDomains).isEmpty && !Array(names.permittedIPRanges).isEmpty
    }

    private func problem(of leaf: GatewayLeaf) -> CertificateProblem? {
        guard let certificate = try? certificate(of: leaf) else {
            return .unreadable(name: leaf.name)
        }
        guard let key = try? storedKey(of: leaf),
            certificate.publicKey == Certificate.PublicKey(key.publicKey)
        else { return .otherKey(name: leaf.name) }
        let root = (leaf == .api ? webRoot : deviceRoot).certificate.publicKey
        return root.isValidSignature(certificate.signature, for: certificate) ? nil : .otherIssuer(name: leaf.name)
    }
}
