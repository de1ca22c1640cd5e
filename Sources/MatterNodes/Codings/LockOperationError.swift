package import MatterProtocol

/// The event with which a lock says why it did not carry out an operation.
package struct LockOperationError: Sendable {
    /// The operation came from the network.
    private static let remote: UInt64 = 7
    private static let invalidCredential: UInt64 = 1

    private let source: UInt64?
    private let reason: UInt64?
    /// The node that asked for the operation; nil when the lock does not say.
    private let node: UInt64?

    /// Nil for another event.
    package init?(_ event: NodeEvent) {
        guard event.path == Self.path(on: event.path.endpoint) else { return nil }
        source = event.data[1]?.unsigned
        reason = event.data[2]?.unsigned
        node = event.data[5]?.unsigned
    }

    package static func path(on endpoint: UInt16) -> EventPath {
        EventPath(endpoint: endpoint, cluster: 0x0101, event: 0x03)
    }

    /// Whether the lock refused the PIN in a command of this node.
    package func refusesPIN(of node: UInt64) -> Bool {
        reason == Self.invalidCredential && source == Self.remote && self.node ?? node == node
    }
}
