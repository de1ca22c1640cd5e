import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MatterProtocol
import Synchronization

/// The fabrics of the home: the current one, which nodes join, and the earlier ones, which some nodes have not left yet.
final class HomeFabrics: Sendable {
    private struct State {
        var current: Fabric
        /// The oldest first.
        var earlier: [Fabric]
        /// Those whose keys were deleted since the start.
        var deleted: Set<KnownFabric> = []
    }

    private let store: NodeStore
    private let state: Mutex<State>
    /// Held during a write to the disk, for which readers of the state do not wait.
    private let writes = Mutex(())

    /// Reads the fabrics, or makes the first one.
    init(store: NodeStore) throws(FabricError) {
        self.store = store
        var all = try store.fabrics()
        guard let newest = all.popLast() else { throw .missing }
        state = Mutex(State(current: newest, earlier: all))
    }

    /// The fabric that nodes join now.
    var current: Fabric { state.withLock(\.current) }

    private var all: [Fabric] { state.withLock { $0.earlier + [$0.current] } }

    subscript(id: String) -> Fabric? { all.first { $0.id == id } }

    /// The fabric that a node announces.
    func fabric(compressedID: UInt64) -> Fabric? {
        all.first { $0.identity.compressedFabricID.rawValue == compressedID }
    }

    /// Whether a fabric that a node lists is one of the home. The list may be from before its keys were deleted.
    func owns(_ fabric: NodeFabric) -> Bool {
        all.contains { fabric.isSame(as: $0) } || state.withLock { $0.deleted.contains(KnownFabric(fabric)) }
    }

    // MARK: Rotation

    /// Makes another fabric, which nodes join from now on, unless the keys of the current one were made for this
    /// rotation. Its keys are on disk when this returns. Returns whether there is another fabric now.
    @discardableResult func renew(for rotation: KeyRotationID) throws(FabricError) -> Bool {
        try writes.withLock { _ throws(FabricError) in
            let current = current
            guard current.rotation != rotation else { return false }
            let next = try store.makeFabric(generation: current.generation + 1, for: rotation)
            state.withLock {
                $0.earlier.append($0.current)
                $0.current = next
            }
            return true
        }
    }

    /// Deletes the keys of earlier fabrics that are not among `used`. A fabric that cannot be deleted stays, and is deleted
    /// later.
    func removeUnused(keeping used: Set<String>, logger: Logger) {
        writes.withLock { _ in
            for fabric in state.withLock(\.earlier) where !used.contains(fabric.id) {
                do throws(CertificateError) {
                    try store.remove(fabric)
                    let known = KnownFabric(
                        fabricID: fabric.identity.fabricID.rawValue, rootKey: fabric.authority.certificate.publicKey)
                    state.withLock { state in
                        state.earlier.removeAll { $0.id == fabric.id }
                        state.deleted.insert(known)
                    }
                } catch {
                    logger.error(
                        "the former keys of the Matter fabric could not be deleted",
                        metadata: [LogKey.errorDetail: "\(error)"])
                }
            }
        }
    }
}
