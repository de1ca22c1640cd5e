import HomeModel
import MatterProtocol

/// What a node tells of itself before it belongs to the fabric.
struct CommissioneeInformation: Sendable {
    let vendorID: UInt16?
    let productID: UInt16?
    let vendorName: String?
    let productName: String?
    let nodeLabel: String?
    /// Where the node may be used: 0 for indoor, 1 for outdoor, 2 for both.
    let location: UInt8
    /// Whether the node belongs to as many fabrics as it can.
    let isFull: Bool

    /// Nodes with little memory refuse a read of many paths at once.
    static let patterns = [
        AttributePathPattern(endpoint: 0, cluster: AdministrationCluster.basicInformation),
        AttributePathPattern(endpoint: 0, cluster: AdministrationCluster.generalCommissioning, attribute: 3),
        AttributePathPattern(endpoint: 0, cluster: AdministrationCluster.operationalCredentials, attribute: 2),
        AttributePathPattern(endpoint: 0, cluster: AdministrationCluster.operationalCredentials, attribute: 3),
    ]

    init(_ report: AssembledReport) {
        let values = Dictionary(report.attributes.map { ($0.path, $0.value) }) { first, _ in first }
        func value(_ attribute: UInt32, of cluster: UInt32) -> TLVValue? {
            values[AttributePath(endpoint: 0, cluster: cluster, attribute: attribute)]
        }
        func text(_ attribute: UInt32) -> String? {
            value(attribute, of: AdministrationCluster.basicInformation)?.text.flatMap { $0.isEmpty ? nil : $0 }
        }
        vendorName = text(1)
        vendorID = value(2, of: AdministrationCluster.basicInformation)?.integer(as: UInt16.self)
        productName = text(3)
        productID = value(4, of: AdministrationCluster.basicInformation)?.integer(as: UInt16.self)
        nodeLabel = text(5)
        location =
            value(3, of: AdministrationCluster.generalCommissioning)?.integer(as: UInt8.self).flatMap {
                $0 <= 2 ? $0 : nil
            } ?? 2
        let supported = value(2, of: AdministrationCluster.operationalCredentials)?.unsigned
        let commissioned = value(3, of: AdministrationCluster.operationalCredentials)?.unsigned
        isFull = supported.flatMap { supported in commissioned.map { $0 >= supported } } ?? false
    }

    /// The maker as the node names it, escaped.
    var shownMaker: String { EscapedText(vendorName ?? "no name", limit: 64).description }

    /// The name for lists, until the whole description of the node is known.
    var name: String { nodeLabel ?? productName ?? vendorName ?? "Matter node" }
}
