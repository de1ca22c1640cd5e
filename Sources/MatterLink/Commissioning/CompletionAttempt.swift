import GatewayCore
import HomeModel
import MatterProtocol
import MatterTransport
import Synchronization

/// One attempt to reach a node with its new certificate, and to complete its commissioning.
final class CompletionAttempt: Sendable {
    private let record: NodeRecord
    private let address: NodeAddress
    private let state = Mutex(false)

    init(_ record: NodeRecord, at address: NodeAddress) {
        self.record = record
        self.address = address
    }

    /// Whether the node was asked to complete. Then a missing answer leaves it open whether it has.
    var wasSent: Bool { state.withLock(\.self) }

    /// Returns the record of the completed node.
    func run(fabric: Fabric, connector: NodeConnector) async throws(NodeFailure) -> NodeRecord {
        let resumption = Mutex<[UInt8]?>(nil)
        try await connector.withCertificate(
            of: fabric.identity, node: NodeID(rawValue: record.nodeID), resumption: nil, at: address,
            peer: ReliableMessageParameters(), established: { next in resumption.withLock { $0 = next.exposedBytes } }
        ) { session throws(NodeFailure) in
            try await session.complete { self.state.withLock { $0 = true } }
            // The name is for other apps. A node without one is complete all the same.
            _ = try? await session.invoke(.updateFabricLabel(Fabric.label))
        }
        var completed = record
        completed.state = .paired
        completed.address = address
        completed.resumption = resumption.withLock(\.self)
        return completed
    }
}

extension NodeSession {
    /// Completes the commissioning of the node. A node that has completed before says that there is nothing to be
    /// completed. `willSend` is called directly before the command is sent.
    func complete(willSend: @escaping @Sendable () -> Void = {}) async throws(NodeFailure) {
        let delivery = Delivery { _ in
            willSend()
            return true
        }
        let answer = try await invoke(.commissioningComplete, as: delivery)
        guard let code = answer?[0]?.integer(as: UInt8.self) else { throw .unexpectedMessage }
        guard code == 0 || code == AdministrationCluster.CommissioningCode.noFailSafe else {
            throw .refused(InteractionOutcome(.failure, clusterStatus: code))
        }
    }
}
