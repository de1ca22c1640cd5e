/// Where an attribute is within a node.
package struct AttributePath: Hashable, Sendable {
    package let endpoint: UInt16
    package let cluster: UInt32
    package let attribute: UInt32

    package init(endpoint: UInt16, cluster: UInt32, attribute: UInt32) {
        self.endpoint = endpoint
        self.cluster = cluster
        self.attribute = attribute
    }
}
