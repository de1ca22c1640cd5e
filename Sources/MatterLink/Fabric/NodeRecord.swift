import HomeModel
import MatterProtocol
import MatterTransport

/// A node of the home, as it is stored, sealed. It has no key of the node: every certificate of the root of its fabric
/// proves who a node is.
package struct NodeRecord: Codable, Sendable, Equatable {
    /// The node id, which is random and never given twice. The node has it in each fabric of the home, so that the
    /// addresses of its devices stay the same when its keys are rotated.
    package let nodeID: UInt64
    /// The order of the writes makes it true after a crash too: it is `unfinished` before the node receives its
    /// certificate, `paired` once the node has completed its commissioning, and `removing` until the node has left the
    /// fabric.
    var state: DevicePairing.State
    /// What the node tells of itself, for lists while it is away.
    var name: String
    var model: String?
    let commissionedAt: Timestamp
    /// Where it was reached last.
    var address: NodeAddress?
    /// The other fabrics that a person has seen; another one is a finding.
    var knownFabrics: Set<KnownFabric> = []
    /// The `ResumptionRecord` of the last session. With it, the next one needs no signatures.
    var resumption: [UInt8]?
    /// Where it was announced when it was connected last.
    var host: AnnouncedHost?
    /// The PINs of locks that demand one with each command, by their endpoints.
    var lockCodes: [UInt16: LockCode] = [:]
    /// The id of the fabric with whose keys the node is used; nil for the first one.
    var fabric: String?
    /// The id of a newer fabric whose keys the node may have received: stored before it receives them.
    var nextFabric: String?
    /// The id of an older fabric that the node has not left yet.
    var formerFabric: String?
    /// Why the node did not accept the newer keys, for people.
    var keyRefusal: String?
    /// Until when the node accepts a code of the gateway, with which it gets newer keys: stored before it does, and removed
    /// once it does not any more.
    var windowEnd: Timestamp?
    /// Whether the node was asked to leave the last fabric of the home that it has.
    var isLeaving: Bool?
}

/// Another fabric that may command a node.
struct KnownFabric: Hashable, Codable, Sendable {
    let fabricID: UInt64
    /// The public key of its root.
    let rootKey: [UInt8]
}

extension NodeRecord {
    /// The root of the addresses of its devices: 16 hexadecimal digits.
    var root: String { Self.root(of: nodeID) }

    /// The id of the fabric with whose keys the node is used.
    var fabricID: String { fabric ?? Fabric.firstID }

    /// The ids of all fabrics whose keys the node may have, in the order in which to try them.
    var fabricsInOrder: [String] { [fabricID, formerFabric, nextFabric].compactMap(\.self) }

    static func root(of nodeID: UInt64) -> String {
        let digits = String(nodeID, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
