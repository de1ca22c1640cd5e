/// An endpoint of a node: its device types and its clusters. The node adds the cluster *Descriptor*.
package struct EndpointDefinition: Sendable {
    /// A device type with its revision.
    package struct DeviceType: Hashable, Sendable {
        package let id: UInt32
        package let revision: UInt16

        package init(_ id: UInt32, revision: UInt16) {
            self.id = id
            self.revision = revision
        }
    }

    package let id: UInt16
    /// The endpoint that this one is a part of. Nil for the root, endpoint 0.
    package let parent: UInt16?
    package let deviceTypes: [DeviceType]
    package var clusters: [ClusterTemplate]

    package init(_ id: UInt16, deviceTypes: [DeviceType], parent: UInt16? = 0, clusters: [ClusterTemplate]) {
        self.id = id
        self.parent = id == 0 ? nil : parent
        self.deviceTypes = deviceTypes
        self.clusters = clusters
    }
}
