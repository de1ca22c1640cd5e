package import Crypto
import Foundation

/// What a node needs to take part in a fabric: the root that it trusts, its own certificates and key, and the identity
/// protection key of the fabric.
package struct FabricIdentity: Sendable, CustomStringConvertible {
    package let root: MatterCertificate
    package let chain: CertificateChain
    package let fabricID: FabricID
    package let nodeID: NodeID
    package let compressedFabricID: CompressedFabricID
    let key: P256.Signing.PrivateKey
    /// The operational key that is derived from the epoch key.
    let identityProtectionKey: SymmetricKey

    /// Throws what is wrong with the chain, and `.invalidPublicKey` if `key` does not belong to the certificate.
    /// `epochKey` is the key that AddNOC carries as IPKValue.
    package init(
        root: MatterCertificate, chain: CertificateChain, key: P256.Signing.PrivateKey, epochKey: SymmetricKey
    ) throws(CertificateFailure) {
        guard let fabricID = chain.node.subject.fabricID, let nodeID = chain.node.subject.nodeID else {
            throw .wrongKind(expected: .node)
        }
        try chain.validate(root: root, fabricID: fabricID)
        guard Array(key.publicKey.x963Representation) == chain.node.publicKey else { throw .invalidPublicKey }
        let compressed = CompressedFabricID(rootPublicKey: root.publicKey, fabricID: fabricID)
        self.init(
            root: root, chain: chain, fabricID: fabricID, nodeID: nodeID, compressedFabricID: compressed, key: key,
            identityProtectionKey: GroupKey.operationalKey(epochKey: epochKey, compressedFabricID: compressed))
    }

    /// An identity whose parts were checked.
    init(
        root: MatterCertificate, chain: CertificateChain, fabricID: FabricID, nodeID: NodeID,
        compressedFabricID: CompressedFabricID, key: P256.Signing.PrivateKey, identityProtectionKey: SymmetricKey
    ) {
        self.root = root
        self.chain = chain
        self.fabricID = fabricID
        self.nodeID = nodeID
        self.compressedFabricID = compressedFabricID
        self.key = key
        self.identityProtectionKey = identityProtectionKey
    }

    package var description: String { "FabricIdentity(\(instanceName))" }

    /// The name of this node in DNS-SD: compressed fabric id and node id.
    package var instanceName: String { "\(compressedFabricID)-\(nodeID)" }

    /// The name in DNS-SD of another node of the fabric.
    package func instanceName(of node: NodeID) -> String { "\(compressedFabricID)-\(node)" }

    /// What Sigma1 says in place of the node that it is for, so that only nodes of the fabric can tell.
    func destinationID(of node: NodeID, random: [UInt8]) -> [UInt8] {
        DestinationID.identifier(
            identityProtectionKey: identityProtectionKey, random: random, rootPublicKey: root.publicKey,
            fabricID: fabricID, nodeID: node)
    }

    func signature(for bytes: [UInt8]) throws(SessionEstablishmentFailure) -> [UInt8] {
        guard let signature = try? key.signature(for: bytes) else { throw .cryptography }
        return Array(signature.rawRepresentation)
    }
}

/// The identifier of a node in Sigma1. Source: Matter core specification 1.4, section 4.14.2.4.1.
enum DestinationID {
    static func identifier(
        identityProtectionKey: SymmetricKey, random: [UInt8], rootPublicKey: [UInt8], fabricID: FabricID, nodeID: NodeID
    ) -> [UInt8] {
        let node = (0..<8).map { UInt8(truncatingIfNeeded: nodeID.rawValue >> (8 * $0)) }
        return Array(
            HMAC<SHA256>.authenticationCode(
                for: random + rootPublicKey + fabricID.littleEndianBytes + node, using: identityProtectionKey))
    }
}
