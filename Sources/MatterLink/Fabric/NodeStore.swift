package import HomeCertificates
import HomeModel
import MatterProtocol

/// Stores the fabric and its nodes: the keys and records sealed in the store of secrets, and what the nodes reported of
/// themselves in a folder. What is saved is on disk when `save` returns.
package struct NodeStore: Sendable {
    private static let largestModel = 4 << 20

    private let secrets: SecretStore
    private let records: SealedRecords<NodeRecord>
    private let folder: PrivateFolder

    /// Creates the folder if it is missing.
    package init(secrets: SecretStore, folder path: String) throws(PrivateFileError) {
        self.secrets = secrets
        records = SealedRecords(NodeRecord.self, secrets: secrets, prefix: "matter-node-")
        folder = try PrivateFolder(path: path)
        try folder.removeUnfinished()
    }

    /// The fabric of the home. It is made at the first start; throws `.missing` if it is gone and nodes are left.
    package func fabric() throws(FabricError) -> Fabric {
        let ids: [String]
        do throws(CertificateError) { ids = try records.ids() } catch { throw .store(error) }
        return try Fabric.load(from: secrets, hasNodes: !ids.isEmpty)
    }

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
