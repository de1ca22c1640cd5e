import Crypto
package import HomeCertificates
package import MatterProtocol

/// The fabric of the home: the gateway is its only administrator, and issues the certificates of its nodes.
package struct Fabric: Sendable {
    /// The name of the fabric in the apps of other homes.
    static let label = "Tomte"
    private static let recordID = "own"

    let authority: CertificateAuthority
    /// The gateway's own certificate and key.
    package let identity: FabricIdentity
    /// The key that nodes get with their certificate.
    let identityProtectionKey: [UInt8]
    /// The tag in the gateway's certificate, which the nodes' access control names.
    let administratorTag: CASEAuthenticatedTag

    /// What is stored, sealed. The certificate of the gateway is issued again at each start.
    private struct Record: Codable, Sendable {
        let fabricID: UInt64
        let rootKey: [UInt8]
        let rootCertificate: [UInt8]
        let nodeID: UInt64
        let operationalKey: [UInt8]
        let identityProtectionKey: [UInt8]
        let administratorTag: UInt32
    }

    /// Reads the fabric from the store of secrets, or makes it at the first start. It is on disk when this returns. Throws
    /// `.missing` when there is none although `hasNodes`.
    static func load(from secrets: SecretStore, hasNodes: Bool) throws(FabricError) -> Fabric {
        let records = SealedRecords(Record.self, secrets: secrets, prefix: "matter-fabric-")
        let stored: Record?
        do throws(CertificateError) { stored = try records.record(recordID) } catch { throw .store(error) }
        if let stored { return try Fabric(stored) }
        // In another fabric, none of the nodes could be reached any more.
        guard !hasNodes else { throw .missing }
        let record = try fresh()
        let fabric = try Fabric(record)
        do throws(CertificateError) {
            try records.save(record, as: recordID)
        } catch {
            throw .store(error)
        }
        return fabric
    }

    private static func fresh() throws(FabricError) -> Record {
        var random = SystemRandomNumberGenerator()
        let authority: CertificateAuthority
        do throws(CertificateFailure) { authority = try CertificateAuthority() } catch { throw .certificate(error) }
        return Record(
            fabricID: FabricID.random(using: &random).rawValue, rootKey: authority.exposedKey,
            rootCertificate: authority.certificate.encoded, nodeID: NodeID.random(using: &random).rawValue,
            operationalKey: Array(P256.Signing.PrivateKey().rawRepresentation),
            identityProtectionKey: SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) },
            // The version grows when a copy of these keys is to be locked out.
            administratorTag: UInt32(UInt16.random(in: 1 ... .max, using: &random)) << 16 | 1)
    }

    private init(_ record: Record) throws(FabricError) {
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
    }
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
