import Crypto

@testable import MatterProtocol

/// A fabric with a root, a controller with a tag, and a node.
struct FabricFixture {
    static let controllerID = NodeID(rawValue: 0x0000_0000_0000_1001)
    static let nodeID = NodeID(rawValue: 0x0000_0000_0000_2002)

    let authority: CertificateAuthority
    let fabricID: FabricID
    let epochKey: SymmetricKey
    let controller: FabricIdentity
    let node: FabricIdentity

    /// `authority` and `epochKey` replace those of the fixture.
    init(
        authority: CertificateAuthority? = nil, epochKey: SymmetricKey = SymmetricKey(size: .bits128),
        fabric: UInt64 = 0xFAB1
    ) throws {
        let root = try authority ?? CertificateAuthority()
        guard let fabricID = FabricID(rawValue: fabric), let tag = CASEAuthenticatedTag(identifier: 7, version: 2)
        else {
            throw CertificateFailure.invalidName
        }
        self.authority = root
        self.fabricID = fabricID
        self.epochKey = epochKey
        controller = try Self.identity(
            Self.controllerID, authority: root, fabricID: fabricID, epochKey: epochKey, tags: [tag])
        node = try Self.identity(Self.nodeID, authority: root, fabricID: fabricID, epochKey: epochKey, tags: [])
    }

    static func identity(
        _ nodeID: NodeID, authority: CertificateAuthority, fabricID: FabricID, epochKey: SymmetricKey,
        tags: [CASEAuthenticatedTag]
    ) throws -> FabricIdentity {
        let key = P256.Signing.PrivateKey()
        let certificate = try authority.issue(
            nodeID: nodeID, fabricID: fabricID, tags: tags, publicKey: Array(key.publicKey.x963Representation))
        return try FabricIdentity(
            root: authority.certificate, chain: CertificateChain(node: certificate), key: key, epochKey: epochKey)
    }
}
