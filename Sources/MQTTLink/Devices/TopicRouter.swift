import HomeDialects
import HomeModel
import MosquittoTransport

/// The adopted devices to whose topics the link subscribes, each with the model of its dialect.
actor TopicRouter {
    nonisolated let profiles: DeviceProfiles
    private(set) var snapshot = RoutingTable()
    private var revision = 0

    init(_ profiles: DeviceProfiles) { self.profiles = profiles }

    func device(at address: LinkAddress) -> RoutedDevice? { snapshot.devices[address] }

    /// Replaces the followed devices. Ignores a list older than the current one, because concurrent callers may
    /// overtake each other. Returns the topics of the devices that are new or have another description.
    func replace(with devices: [Device], asOf revision: Int) -> Set<String> {
        guard revision >= self.revision else { return [] }
        self.revision = revision
        let earlier = snapshot
        snapshot = RoutingTable(devices, profiles: profiles, after: earlier)
        return snapshot.devices.values.reduce(into: []) { topics, device in
            if let known = earlier.devices[device.address], known.isSame(as: device) { return }
            topics.formUnion(device.topics.map(\.topic))
        }
    }

    func topics(of address: LinkAddress) -> Set<String> {
        Set(snapshot.devices[address]?.topics.map(\.topic) ?? [])
    }
}
