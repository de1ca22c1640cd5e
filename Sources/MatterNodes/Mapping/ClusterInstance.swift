import HomeModel
import MatterProtocol

/// A cluster of one endpoint of a node, as the rows of the mapping see it.
struct ClusterInstance {
    let endpoint: NodeEndpoint
    let id: UInt32
    let values: AttributeValues
    /// The clusters of the whole device, for rows that count only when another cluster is missing.
    let clustersOfDevice: Set<UInt32>
    /// The values of the global attributes.
    private let features: UInt64?
    private let attributeList: Set<UInt32>
    private let acceptedCommands: Set<UInt32>?

    init(_ id: UInt32, endpoint: NodeEndpoint, values: AttributeValues, clustersOfDevice: Set<UInt32>) {
        func list(_ attribute: UInt32) -> [UInt32]? {
            let path = AttributePath(endpoint: endpoint.number, cluster: id, attribute: attribute)
            return values[path]?.values?.prefix(1_000).compactMap { $0.integer(as: UInt32.self) }
        }
        self.id = id
        self.endpoint = endpoint
        self.values = values
        self.clustersOfDevice = clustersOfDevice
        features = values[AttributePath(endpoint: endpoint.number, cluster: id, attribute: 0xFFFC)]?.unsigned
        attributeList = Set(list(0xFFFB) ?? [])
        acceptedCommands = list(0xFFF9).map { Set($0) }
    }

    func path(_ attribute: UInt32) -> AttributePath {
        AttributePath(endpoint: endpoint.number, cluster: id, attribute: attribute)
    }

    /// Whether the node reported the attribute, or lists it.
    func has(_ attribute: UInt32) -> Bool { values[path(attribute)] != nil || attributeList.contains(attribute) }

    func present(_ attributes: [UInt32]) -> [AttributePath] { attributes.filter(has).map(path) }

    func value(_ attribute: UInt32) -> TLVValue? { values[path(attribute)] }
    func number(_ attribute: UInt32) -> Double? { values.number(at: path(attribute)) }
    func whole(_ attribute: UInt32) -> Int64? { values.whole(at: path(attribute)) }

    /// Whether the feature map has this bit; `unknown` when the node has reported no feature map.
    func hasFeature(_ bit: Int, unknown: Bool = false) -> Bool {
        features.map { $0 >> UInt64(bit) & 1 == 1 } ?? unknown
    }

    /// Whether the node accepts a command. A node without a list is believed to accept all, and so is one with an empty
    /// list for a cluster that cannot be without commands.
    func accepts(_ command: UInt32) -> Bool {
        guard let acceptedCommands, !(acceptedCommands.isEmpty && Self.commanded.contains(id)) else { return true }
        return acceptedCommands.contains(command)
    }

    private static let commanded: Set<UInt32> = [0x06, 0x08, 0x0101, 0x0102, 0x0300]

    func invoke(_ command: UInt32, fields: KeyValuePairs<UInt8, TLVValue?> = [:]) -> NodeCommandStep {
        .invoke(command, of: id, endpoint: endpoint.number, fields: fields)
    }

    func eventPath(_ event: UInt32) -> EventPath {
        EventPath(endpoint: endpoint.number, cluster: id, event: event)
    }

    /// Another cluster of the same endpoint; nil if the endpoint does not have it.
    func sibling(_ cluster: UInt32) -> ClusterInstance? {
        guard endpoint.clusters.contains(cluster) else { return nil }
        return ClusterInstance(cluster, endpoint: endpoint, values: values, clustersOfDevice: clustersOfDevice)
    }

    func isType(_ types: UInt32...) -> Bool { types.contains { endpoint.deviceTypes.contains($0) } }

    /// The range between two attributes; `usual` where one is missing, or where they make no sense together.
    func range(
        from minimum: UInt32, to maximum: UInt32, usual: ClosedRange<Double>
    ) -> ClosedRange<Double> { Self.range(number(minimum), to: number(maximum), usual: usual) }

    static func range(_ low: Double?, to high: Double?, usual: ClosedRange<Double>) -> ClosedRange<Double> {
        let low = low ?? usual.lowerBound
        let high = high ?? usual.upperBound
        return low < high ? low...high : usual
    }
}
