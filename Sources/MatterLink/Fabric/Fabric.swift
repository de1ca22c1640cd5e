import Crypto
import GatewayCore
package import HomeCertificates
import HomeModel
package import MatterProtocol

/// A fabric of the home: the gateway is its only administrator, and issues the certificates of its nodes. A home has one,
/// and while its keys are rotated also those that some nodes have not left yet.
package struct Fabric: Sendable {
    /// The name of the fabric in the apps of other homes.
    static let label = "Tomte"
    /// The id of the first fabric of a home.
    static let firstID = "own"

    /// The id under which the keys are stored.
    let id: String
    /// How many fabrics the home had before this one.
    let generation: Int
    /// The rotation for which the keys were made; nil for keys that no rotation has made.
    let rotation: KeyRotationID?
    let authority: CertificateAuthority
    /// The gateway's own certificate and key.
    package let identity: FabricIdentity
    /// The key that nodes get with their certificate.
    let identityProtectionKey: [UInt8]
    /// The tag in the gateway's certificate, which the nodes' access control names.
    let administratorTag: CASEAuthenticatedTag

    /// What is stored, sealed. The certificate of the gateway is issued again at each start.
    struct Record: Codable, Sendable {
        let fabricID: UInt64
        let rootKey: [UInt8]
        let rootCertificate: [UInt8]
        let nodeID: UInt64
        let operationalKey: [UInt8]
        let identityProtectionKey: [UInt8]
        let administratorTag: UInt32
        /// Nil for the first fabric of a home.
        let generation: Int?
        let rotation: KeyRotationID?
    }

    init(_ record: Record, id: String) throws(FabricError) {
        guard let fabricID = FabricID(rawValue: record.fabricID),
            let tag = CASEAuthenticatedTag(rawValue: record.administratorTag),
            let key = try? P256.Signing.PrivateKey(rawRepresentation: record.operationalKey)
        else { throw .damaged }
        do throws(CertificateFailure) {
            authority = try CertificateAuthority(
                certificate: try MatterCertificate(decoding: record.rootCertificate), exposedKey: record.rootKey)
            let certificate = try authority.issue(
                nodeID: NodeID(rawValue: record.nodeID), fabricID: fabricID, tags: [tag],
                publicKey: Array(key.publicKey.x963Representation))
            identity = try FabricIdentity(
                root: authority.certificate, chain: CertificateChain(node: certificate), key: key,
                epochKey: SymmetricKey(data: record.identityProtectionKey))
        } catch {
            throw .certificate(error)
        }
        identityProtectionKey = record.identityProtectionKey
        administratorTag = tag
        self.id = id
        generation = record.generation ?? 0
        rotation = record.rotation
    }
}

extension Fabric.Record {
    /// Fresh keys. `generation` is how many fabrics the home had before.
    init(generation: Int, rotation: KeyRotationID?) throws(FabricError) {
        var random = SystemRandomNumberGenerator()
        let authority: CertificateAuthority
        do throws(CertificateFailure) { authority = try CertificateAuthority() } catch { throw .certificate(error) }
        self.init(
            fabricID: FabricID.random(using: &random).rawValue, rootKey: authority.exposedKey,
            rootCertificate: authority.certificate.encoded, nodeID: NodeID.random(using: &random).rawValue,
            operationalKey: Array(P256.Signing.PrivateKey().rawRepresentation),
            identityProtectionKey: SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) },
            // The version grows when a copy of these keys is to be locked out.
            administratorTag: UInt32(UInt16.random(in: 1 ... .max, using: &random)) << 16 | 1,
            generation: generation == 0 ? nil : generation, rotation: rotation)
    }

    /// The id under which the keys are stored.
    var id: String { generation == nil ? Fabric.firstID : String(fabricID, radix: 16) }
}

/// Why the keys of the fabric cannot be used.
package enum FabricError: Error, Sendable {
    case store(CertificateError)
    case certificate(CertificateFailure)
    /// The stored keys are no keys.
    case damaged
    /// There are nodes, and no keys of the fabric to which they belong.
    case missing
}

extension FabricError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .store(let error): error.description
        case .certificate, .damaged:
            "The keys of the home's Matter fabric are damaged. Restore the backup of the state folder."
        case .missing:
            "The keys of the home's Matter fabric are missing, and the home has Matter devices that belong to it. Restore "
                + "the backup of the state folder. Fresh keys could not reach these devices."
        }
    }
}
