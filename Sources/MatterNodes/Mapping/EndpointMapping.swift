import HomeModel

/// The values of one endpoint, and what no capability can represent.
struct EndpointMapping {
    let endpoint: NodeEndpoint
    /// The values in the order of the tables, with their clusters.
    private(set) var values: [(cluster: UInt32, value: MappedValue)] = []
    /// As `what: why`.
    private(set) var others: [String] = []

    /// The clusters that measure for the whole device, wherever they are.
    private static let measuringClusters: Set<UInt32> = [0x2F, 0x90, 0x91]

    init(_ endpoint: NodeEndpoint, values reported: AttributeValues, clustersOfDevice: Set<UInt32>) {
        self.endpoint = endpoint
        for mapping in ClusterMapping.all where endpoint.clusters.contains(mapping.cluster) {
            let cluster = ClusterInstance(
                mapping.cluster, endpoint: endpoint, values: reported, clustersOfDevice: clustersOfDevice)
            for row in mapping.rows {
                if let value = row.value(of: cluster) { values.append((mapping.cluster, value)) }
            }
        }
        for id in endpoint.clusters.sorted() where ClusterMapping.of(id) == nil && !ClusterMapping.silent.contains(id) {
            let hex = "0x" + String(id, radix: 16, uppercase: true)
            if let reason = ClusterMapping.unsupported[id] {
                others.append("endpoint \(endpoint.number), cluster \(hex): \(reason)")
            } else {
                others.append("endpoint \(endpoint.number), cluster \(hex): its meaning is not known")
            }
        }
    }

    /// Whether the endpoint only measures for the whole device: a battery, a meter without a switch, or the root.
    var isMeasuring: Bool {
        if endpoint.number == 0 && endpoint.type == nil { return true }
        return values.allSatisfy { Self.measuringClusters.contains($0.cluster) }
            && endpoint.deviceTypes.isDisjoint(with: [
                DeviceType.solarPower, DeviceType.batteryStorage, DeviceType.electricalMeter, 0x0511,
            ])
    }

    var hasMeter: Bool { values.contains { $0.cluster == 0x90 || $0.cluster == 0x91 } }
    var hasBattery: Bool { values.contains { $0.cluster == 0x2F } }
}
