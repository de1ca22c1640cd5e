package import MatterProtocol

/// Where an event comes from within a node.
package struct NodeEventPath: Hashable, Sendable {
    package let endpoint: UInt16
    package let cluster: UInt32
    package let event: UInt32

    package init(endpoint: UInt16, cluster: UInt32, event: UInt32) {
        self.endpoint = endpoint
        self.cluster = cluster
        self.event = event
    }
}

/// An event that a node reported. Callers pass each event once, by its number, and none of those that prime a
/// subscription.
package struct NodeEvent: Hashable, Sendable {
    package let path: NodeEventPath
    package let data: TLVValue

    package init(path: NodeEventPath, data: TLVValue) {
        self.path = path
        self.data = data
    }
}
