import GatewayCore
package import HomeCertificates
import HomeModel
import MatterProtocol

/// Stores the fabrics of the home and their nodes: the keys and records sealed in the store of secrets, and what the nodes
/// reported of themselves in a folder. What is saved is on disk when `save` returns.
package struct NodeStore: Sendable {
    private static let largestModel = 4 << 20

    private let fabricRecords: SealedRecords<Fabric.Record>
    private let records: SealedRecords<NodeRecord>
    private let folder: PrivateFolder

    /// Creates the folder if it is missing.
    package init(secrets: SecretStore, folder path: String) throws(PrivateFileError) {
        fabricRecords = SealedRecords(Fabric.Record.self, secrets: secrets, prefix: "matter-fabric-")
        records = SealedRecords(NodeRecord.self, secrets: secrets, prefix: "matter-node-")
        folder = try PrivateFolder(path: path)
        try folder.removeUnfinished()
    }

    // MARK: Fabrics

    /// The fabric that nodes join. It is made at the first start; throws `.missing` if it is gone and nodes are left.
    package func fabric() throws(FabricError) -> Fabric {
        guard let newest = try fabrics().last else { throw .missing }
        return newest
    }

    /// The fabrics of the home, the newest last. There is at least one: the first is made at the first start. Throws
    /// `.missing` if there is none although there are nodes: in another fabric, none of them could be reached any more.
    func fabrics() throws(FabricError) -> [Fabric] {
        var found: [Fabric] = []
        let hasNodes: Bool
        do throws(CertificateError) { hasNodes = try !records.ids().isEmpty } catch { throw .store(error) }
        for id in try fabricIDs() {
            let record: Fabric.Record?
            do throws(CertificateError) { record = try fabricRecords.record(id) } catch { throw .store(error) }
            if let record { found.append(try Fabric(record, id: id)) }
        }
        if found.isEmpty {
            guard !hasNodes else { throw .missing }
            found.append(try makeFabric(generation: 0, for: nil))
        }
        return found.sorted { $0.generation < $1.generation }
    }

    private func fabricIDs() throws(FabricError) -> [String] {
        do throws(CertificateError) { return try fabricRecords.ids() } catch { throw .store(error) }
    }

    /// Makes the keys of a fabric. They are on disk when this returns. `generation` is how many fabrics the home had before.
    func makeFabric(generation: Int, for rotation: KeyRotationID?) throws(FabricError) -> Fabric {
        let record = try Fabric.Record(generation: generation, rotation: rotation)
        let fabric = try Fabric(record, id: record.id)
        do throws(CertificateError) { try fabricRecords.save(record, as: record.id) } catch { throw .store(error) }
        return fabric
    }

    func remove(_ fabric: Fabric) throws(CertificateError) { try fabricRecords.remove(fabric.id) }

    // MARK: Nodes

    /// Returns all stored nodes. The root of one that cannot be read, and why, are passed to `unreadable`.
    func nodes(unreadable: (_ root: String, CertificateError) -> Void) throws(CertificateError) -> [NodeRecord] {
        var found: [NodeRecord] = []
        for id in try records.ids() {
            do throws(CertificateError) {
                if let record = try records.record(id) { found.append(record) }
            } catch {
                unreadable(id, error)
            }
        }
        return found
    }

    func save(_ record: NodeRecord) throws(CertificateError) { try records.save(record, as: record.root) }

    func remove(_ record: NodeRecord) throws(CertificateError) {
        try records.remove(record.root)
        try? folder.remove(Self.model(record))
    }

    /// The values that `save(_:of:)` has stored, as one TLV value; nil if there are none, or they cannot be read.
    func model(of record: NodeRecord) -> TLVValue? {
        guard let bytes = try? folder.read(Self.model(record), limitBytes: Self.largestModel) else { return nil }
        return try? TLVDecoder.decode(
            bytes, limits: TLVLimits(maximumBytes: Self.largestModel, maximumElements: 400_000, maximumDepth: 32))
    }

    func save(_ model: TLVValue, of record: NodeRecord) throws(PrivateFileError) {
        try folder.write(TLVEncoder.encode(model), to: Self.model(record))
    }

    private static func model(_ record: NodeRecord) -> String { "\(record.root).attributes" }
}
