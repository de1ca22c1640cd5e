import HomeCertificates
import HomeModel
import MatterProtocol
import MatterTransport

/// What is stored of a node while it joins a fabric.
protocol JoiningNode: Sendable {
    /// The node id that the node gets in the fabric.
    var nodeID: NodeID { get }
    /// Whether the node is in no fabric of the home yet.
    var isNew: Bool { get }
    /// Whether the node is still to join.
    var isWanted: Bool { get }

    /// Stores that the node may belong to the fabric from now on. Returns the record.
    func begin(
        as information: CommissioneeInformation, at address: NodeAddress, time: Timestamp
    ) throws(CommissioningFailure) -> NodeRecord

    /// Stores that the node does not belong to the fabric. `record` is what `begin` returned.
    func undo(_ record: NodeRecord)

    /// Stores that the node has completed. `record` has the address at which it did, and the session that can be resumed.
    func finish(_ record: NodeRecord) throws(CommissioningFailure) -> NodeRecord
}

/// A node that is added to the home.
struct NewNode: JoiningNode {
    let nodeID: NodeID
    let fabric: Fabric
    let store: NodeStore

    init(of fabric: Fabric, store: NodeStore) {
        var random = SystemRandomNumberGenerator()
        nodeID = NodeID.random(using: &random)
        self.fabric = fabric
        self.store = store
    }

    var isNew: Bool { true }
    var isWanted: Bool { true }

    func begin(
        as information: CommissioneeInformation, at address: NodeAddress, time: Timestamp
    ) throws(CommissioningFailure) -> NodeRecord {
        let record = NodeRecord(
            nodeID: nodeID.rawValue, state: .unfinished, name: information.name, model: information.productName,
            commissionedAt: time, address: address, fabric: fabric.id)
        try save(record)
        return record
    }

    func undo(_ record: NodeRecord) { try? store.remove(record) }

    func finish(_ record: NodeRecord) throws(CommissioningFailure) -> NodeRecord {
        try save(record)
        return record
    }

    private func save(_ record: NodeRecord) throws(CommissioningFailure) {
        do throws(CertificateError) { try store.save(record) } catch { throw .notStored(error.description) }
    }
}

/// A node of the home that gets newer keys. It stays in its present fabric until it has completed.
struct RenewedNode: JoiningNode {
    let membership: NodeMembership
    let fabric: Fabric

    var nodeID: NodeID { membership.nodeID }
    var isNew: Bool { false }
    var isWanted: Bool { !membership.hasEnded && membership.record.state == .paired }

    func begin(
        as information: CommissioneeInformation, at address: NodeAddress, time: Timestamp
    ) throws(CommissioningFailure) -> NodeRecord {
        guard isWanted else { throw .node(.notSent) }
        try change { $0.nextFabric = fabric.id }
        return membership.record
    }

    func undo(_ record: NodeRecord) { membership.remember { $0.nextFabric = nil } }

    func finish(_ record: NodeRecord) throws(CommissioningFailure) -> NodeRecord {
        try change {
            if $0.fabricID != fabric.id {
                $0.formerFabric = $0.fabricID
                $0.fabric = fabric.id
            }
            $0.nextFabric = nil
            $0.keyRefusal = nil
            $0.windowEnd = nil
            $0.address = record.address
            // A node that resumes a session of the former fabric is in that fabric again.
            $0.resumption = record.resumption
        }
        return membership.record
    }

    private func change(_ change: (inout NodeRecord) -> Void) throws(CommissioningFailure) {
        do throws(CertificateError) { try membership.change(change) } catch { throw .notStored(error.description) }
    }
}
