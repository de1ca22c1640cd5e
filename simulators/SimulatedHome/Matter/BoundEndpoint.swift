import HomeModel
import MatterEmulator

/// An endpoint of a simulated device: its device types and clusters, and which of its attributes show the device.
struct BoundEndpoint: Sendable {
    private(set) var deviceTypes: [EndpointDefinition.DeviceType]
    private(set) var clusters: [ClusterTemplate]
    private(set) var attributes: [BoundAttribute]

    init(
        _ type: UInt32, revision: UInt16, clusters: [ClusterTemplate], attributes: [BoundAttribute]
    ) {
        deviceTypes = [EndpointDefinition.DeviceType(type, revision: revision)]
        self.clusters = [.identify] + clusters
        self.attributes = attributes
    }

    /// This endpoint with a further device type.
    func adding(
        _ type: UInt32, revision: UInt16, clusters: [ClusterTemplate], attributes: [BoundAttribute]
    ) -> BoundEndpoint {
        var endpoint = self
        endpoint.deviceTypes.append(EndpointDefinition.DeviceType(type, revision: revision))
        endpoint.clusters += clusters
        endpoint.attributes += attributes
        return endpoint
    }

    /// The endpoint with this number, which shows the state of the device.
    func definition(_ number: UInt16, parent: UInt16, state: ShownState) -> EndpointDefinition {
        let shown = clusters.map { cluster in
            var cluster = cluster
            for index in cluster.attributes.indices {
                let id = cluster.attributes[index].id
                let bound = attributes.first { $0.cluster == cluster.id && $0.attribute == id }
                if let value = bound?.value(state) { cluster.attributes[index].value = value }
            }
            return cluster
        }
        return EndpointDefinition(number, deviceTypes: deviceTypes, parent: parent, clusters: shown)
    }
}
