import Crypto
import MatterProtocol

/// The fail-safe while it is armed: what was changed since, and what the node returns to when it expires.
struct FailSafe: Sendable {
    /// The fabric that armed it, or that was added under it; nil for a commissioner.
    var fabric: UInt8?
    /// When it expires at the latest, however often it is armed again.
    let latestEnd: ContinuousClock.Instant
    /// The fabrics before it was armed.
    let fabrics: [FabricRecord]
    let lastFabricIndex: UInt8
    var root: MatterCertificate?
    /// The key of the last CSRRequest.
    var key: P256.Signing.PrivateKey?
    var isKeyForUpdate = false
    /// The fabric that AddNOC has added.
    var addedFabric: UInt8?
    /// The fabric whose certificate UpdateNOC has replaced.
    var updatedFabric: UInt8?

    init(fabric: UInt8?, before record: NodeRecord, latestEnd: ContinuousClock.Instant) {
        self.fabric = fabric
        fabrics = record.fabrics
        lastFabricIndex = record.lastFabricIndex
        self.latestEnd = latestEnd
    }

    var hasNOC: Bool { addedFabric != nil || updatedFabric != nil }

    /// The record as it is stored while the fail-safe is armed.
    func committed(_ record: NodeRecord) -> NodeRecord {
        var committed = record
        if let addedFabric {
            committed[fabric: addedFabric] = nil
            committed.lastFabricIndex = lastFabricIndex
        }
        if let updatedFabric, let before = fabrics.first(where: { $0.index == updatedFabric }),
            var fabric = record[fabric: updatedFabric]
        {
            fabric.node = before.node
            fabric.intermediate = before.intermediate
            fabric.key = before.key
            committed[fabric: updatedFabric] = fabric
        }
        return committed
    }
}
