import HomeModel
import MatterProtocol
import MatterTransport

/// A fabric to which a node belongs, as the node lists it.
struct NodeFabric: Sendable, Hashable {
    /// The number that the node gave to it.
    let index: UInt8
    let rootKey: [UInt8]
    let vendorID: UInt16
    let fabricID: UInt64
    let label: String

    /// What a node may list.
    private static let maximumCount = 32

    /// The attributes with which a node tells how many fabrics it has, and which.
    static let countPath = AttributePath(
        endpoint: 0, cluster: AdministrationCluster.operationalCredentials, attribute: 0x0003)
    static let path = AttributePath(
        endpoint: 0, cluster: AdministrationCluster.operationalCredentials, attribute: 0x0001)

    /// Nil for an entry without what identifies a fabric.
    private init?(_ value: TLVValue) {
        guard let index = value[254]?.integer(as: UInt8.self), let rootKey = value[1]?.bytes, rootKey.count == 65,
            let fabricID = value[3]?.unsigned
        else { return nil }
        self.index = index
        self.rootKey = rootKey
        self.fabricID = fabricID
        vendorID = value[2]?.integer(as: UInt16.self) ?? 0
        label = value[5]?.text ?? ""
    }

    static func list(_ value: TLVValue) -> [NodeFabric] {
        (value.values ?? []).prefix(maximumCount).compactMap { NodeFabric($0) }
    }

    var identifier: String { KnownFabric(self).identifier }

    /// The label that its administrator gave to it, or else its identifier. Escaped.
    var shownName: String { EscapedText(label.isEmpty ? identifier : label, limit: 64).description }

    func isSame(as fabric: Fabric) -> Bool {
        rootKey == fabric.authority.certificate.publicKey && fabricID == fabric.identity.fabricID.rawValue
    }
}

extension KnownFabric {
    init(_ fabric: NodeFabric) { self.init(fabricID: fabric.fabricID, rootKey: fabric.rootKey) }

    /// The compressed fabric id: the root and the fabric under it.
    var identifier: String {
        FabricID(rawValue: fabricID).map { "\(CompressedFabricID(rootPublicKey: rootKey, fabricID: $0))" } ?? "0"
    }
}

extension NodeSession {
    /// The fabrics to which the node belongs. Throws when the node does not list them: that never means that it belongs
    /// to none.
    func fabrics() async throws(NodeFailure) -> [NodeFabric] {
        let report = try await read(
            ReadRequest(attributes: [AttributePathPattern(NodeFabric.path)], isFabricFiltered: false))
        guard let list = report.attributes.first(where: { $0.path == NodeFabric.path }) else {
            throw report.attributeStatuses.first.map { .refused($0.outcome) } ?? .unexpectedMessage
        }
        return NodeFabric.list(list.value)
    }

    /// Has the node leave a fabric. Throws `.refused` when it does not.
    func remove(_ fabric: NodeFabric) async throws(NodeFailure) {
        let answer = try await invoke(.removeFabric(index: fabric.index))
        guard let code = answer?[0]?.integer(as: UInt8.self) else { throw .unexpectedMessage }
        guard code == 0 else { throw .refused(InteractionOutcome(.failure, clusterStatus: code)) }
    }
}
