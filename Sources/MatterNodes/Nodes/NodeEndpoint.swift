import MatterProtocol

/// An endpoint of a node, as its descriptor describes it.
package struct NodeEndpoint: Sendable {
    package let number: UInt16
    package let deviceTypes: Set<UInt32>
    /// The clusters that the descriptor lists, and those of which the node reported values.
    package let clusters: Set<UInt32>
    /// The endpoints that belong to this one. A hostile list may contain cycles, or endpoints that do not exist.
    package let parts: [UInt16]
    package let tags: [SemanticTag]
    /// The labels that the maker fixed, and those that a person gave.
    package let labels: [(name: String, value: String)]

    private static let maximumListLength = 2_000

    init(_ number: UInt16, reported: Set<UInt32>, values: AttributeValues) {
        func list(_ cluster: UInt32, attribute: UInt32) -> ArraySlice<TLVValue> {
            let path = AttributePath(endpoint: number, cluster: cluster, attribute: attribute)
            return (values[path]?.values ?? []).prefix(Self.maximumListLength)
        }
        self.number = number
        deviceTypes = Set(list(0x1D, attribute: 0).compactMap { $0[0]?.integer(as: UInt32.self) })
        clusters = reported.union(list(0x1D, attribute: 1).compactMap { $0.integer(as: UInt32.self) })
        parts = list(0x1D, attribute: 3).compactMap { $0.integer(as: UInt16.self) }
        tags = list(0x1D, attribute: 4).prefix(16).compactMap { SemanticTag($0) }
        // The labels of a person replace those of the maker.
        let userLabels = list(0x41, attribute: 0)
        labels = (userLabels.isEmpty ? list(0x40, attribute: 0) : userLabels).prefix(16).compactMap { label in
            guard let name = label[0]?.text, let value = label[1]?.text else { return nil }
            return (name, value)
        }
    }

    package var type: DeviceType? { DeviceType.best(of: deviceTypes) }

    var isBridgedNode: Bool { deviceTypes.contains(DeviceType.bridgedNode) }
    var isAggregator: Bool { deviceTypes.contains(DeviceType.aggregator) }
}
