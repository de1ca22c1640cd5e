import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MatterProtocol
import MatterTransport
import Synchronization

/// What is stored of one node of the home, and whether the node belongs to the home: completes a commissioning that was
/// interrupted, has the node leave, and notices fabrics that were not added through the gateway.
final class NodeMembership: Sendable {
    private struct State {
        var record: NodeRecord
        /// Whether the node has left the fabric, and all that was stored of it is deleted.
        var hasEnded = false
        /// How often in a row the node said that it does not belong to the fabric.
        var refusalsInTurn = 0
        /// The fabrics of the finding that a person may clear.
        var reportedFabrics: Set<KnownFabric> = []
    }

    /// An interrupted commissioning is undone by the node itself in less than this time.
    private static let longestFailSafe = Duration.seconds(180)
    private static let refusalsForCertainty = 4

    let nodeID: NodeID
    /// The root of the addresses of the node's devices.
    let root: String
    private let services: NodeFollower.Services
    private let state: Mutex<State>
    /// Held during a write to the disk, for which readers of the state do not wait.
    private let writes = Mutex(())

    init(_ record: NodeRecord, services: NodeFollower.Services) {
        nodeID = NodeID(rawValue: record.nodeID)
        root = record.root
        self.services = services
        state = Mutex(State(record: record))
    }

    var record: NodeRecord { state.withLock(\.record) }
    var hasEnded: Bool { state.withLock(\.hasEnded) }

    // MARK: Storage

    /// Changes the stored record; in memory only if that succeeds.
    func change(_ change: (inout NodeRecord) -> Void) throws(CertificateError) {
        try writes.withLock { _ throws(CertificateError) in
            let (record, hasEnded) = state.withLock { ($0.record, $0.hasEnded) }
            var changed = record
            change(&changed)
            // What is deleted stays so.
            guard changed != record, !hasEnded else { return }
            try services.store.save(changed)
            state.withLock { $0.record = changed }
        }
    }

    /// Changes the stored record; in memory only if that succeeds. What is lost is found out again.
    func remember(_ change: (inout NodeRecord) -> Void) {
        do throws(CertificateError) {
            try self.change(change)
        } catch {
            log("what is known of a node could not be stored", cause: error.description)
        }
    }

    /// Deletes all that is stored of the node.
    func end() {
        writes.withLock { _ in
            guard !hasEnded else { return }
            do throws(CertificateError) {
                try services.store.remove(record)
                state.withLock { $0.hasEnded = true }
            } catch {
                log("a removed node could not be deleted", cause: error.description)
            }
        }
    }

    // MARK: Entering and leaving

    /// Completes a commissioning whose last answer was lost. A node that was already complete says that nothing is to be
    /// completed.
    func complete(over session: NodeSession) async throws(NodeFailure) {
        try await session.complete()
        _ = try? await session.invoke(.updateFabricLabel(Fabric.label))
        do throws(CertificateError) {
            try change { $0.state = .paired }
        } catch {
            log("a completed node could not be stored", cause: error.description)
        }
    }

    /// Removes the fabrics of the home from the node, and then the node here. `fabric` is that of the session, which ends
    /// with it, so that it is the last one.
    func leave(over session: NodeSession, in fabric: Fabric) async throws(NodeFailure) {
        let own = try await session.fabrics().filter { services.fabrics.owns($0) }
        for other in own where !other.isSame(as: fabric) { try await session.remove(other) }
        guard let last = own.first(where: { $0.isSame(as: fabric) }) else { return end() }
        // A node that refuses the home after this has left it. It does not announce itself in the home then.
        remember { $0.isLeaving = true }
        do throws(NodeFailure) {
            try await session.remove(last)
        } catch {
            // The node ends the session together with the fabric, so that its answer can be lost.
            guard error == .sessionLost else { throw error }
        }
        end()
    }

    /// Gives up a node that was to be removed, or whose commissioning was interrupted, once it is certain that it does not
    /// belong to the fabric. Nothing proves who said so, and another node may have the address of this one: it must be
    /// announced or have been asked to leave, and say it several times. `failure` is why the last attempt to connect failed.
    func countRefusal(_ failure: NodeFailure?, isAnnounced: Bool) {
        let isCertain = state.withLock { state in
            guard state.record.state != .paired else { return false }
            let isCredible = isAnnounced || state.record.isLeaving == true
            guard case .establishment(.noSharedTrustRoots) = failure, isCredible else {
                state.refusalsInTurn = 0
                return false
            }
            state.refusalsInTurn += 1
            let isOver = services.clock.now() - state.record.commissionedAt > Self.longestFailSafe
            return state.refusalsInTurn >= Self.refusalsForCertainty && (isOver || state.record.state == .removing)
        }
        if isCertain { end() }
    }

    // MARK: Other fabrics

    /// Looks for fabrics that were not added through the gateway. They are found again until a person clears the finding.
    func checkFabrics(over session: NodeSession) async {
        guard let fabrics = try? await session.fabrics() else { return }
        let others = fabrics.filter { !services.fabrics.owns($0) }
        let (new, name) = state.withLock { state in
            let new = others.filter { !state.record.knownFabrics.contains(KnownFabric($0)) }
            state.reportedFabrics = Set(new.map { KnownFabric($0) })
            return (new, state.record.name)
        }
        guard !new.isEmpty else { return }
        await services.eventReceiver.found(.newFabric(new, of: root, name: name))
    }

    /// Remembers that a person has seen these of the reported fabrics. Another one is reported by itself.
    func acknowledgeFabrics(_ identifiers: Set<String>) throws(LinkError) {
        let seen = state.withLock { state in state.reportedFabrics.filter { identifiers.contains($0.identifier) } }
        do throws(CertificateError) { try change { $0.knownFabrics.formUnion(seen) } } catch {
            throw .refused(error.description)
        }
        state.withLock { $0.reportedFabrics.subtract(seen) }
    }

    func log(_ message: Logger.Message, cause: String) {
        services.logger.error(message, metadata: [LogKey.node: "\(root)", LogKey.errorDetail: "\(cause)"])
    }
}
