import Crypto
import MatterProtocol

/// A fabric that a node belongs to, with its keys. It must not be shown.
struct FabricRecord: Hashable, Sendable, Codable {
    /// An entry of `GroupKeyMap`.
    struct GroupKeyMapping: Hashable, Sendable, Codable {
        let group: UInt16
        let keySet: UInt16
    }

    /// From 1 to 254.
    let index: UInt8
    /// Certificates in Matter's TLV.
    let root: [UInt8]
    var node: [UInt8]
    var intermediate: [UInt8]?
    /// The private key of the node.
    var key: [UInt8]
    /// `IPKValue` of AddNOC.
    let epochKey: [UInt8]
    /// `AdminVendorId` of AddNOC.
    let vendorID: UInt16
    var label = ""
    var entries: [AccessControlEntry] = []
    /// The ids of the group key sets without the first one, which has the number 0.
    var groupKeySets: [UInt16] = []
    var groupKeys: [GroupKeyMapping] = []

    /// Throws what is wrong with the certificates and keys.
    func identity() throws(CertificateFailure) -> FabricIdentity {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: key) else { throw .invalidPublicKey }
        var issuer: MatterCertificate?
        if let intermediate { issuer = try MatterCertificate(decoding: intermediate) }
        return try FabricIdentity(
            root: MatterCertificate(decoding: root),
            chain: CertificateChain(node: MatterCertificate(decoding: node), intermediate: issuer), key: key,
            epochKey: SymmetricKey(data: epochKey))
    }
}
