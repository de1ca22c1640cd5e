import HomeDialects
import HomeModel
import MosquittoTransport

/// The followed devices at one moment, by address and by topic.
struct RoutingTable: Sendable {
    let devices: [LinkAddress: RoutedDevice]
    /// Devices whose stored description cannot be decoded, by the root of their topics.
    let undecodable: [String: DeviceID]
    /// The routes of each topic, for either lane. Several devices may share a topic, such as the availability of their
    /// bridge.
    private let telemetry: [String: [TopicRoute]]
    private let control: [String: [TopicRoute]]
    private let commandTopics: Set<String>
    /// Differs between snapshots.
    let revision: Int

    init() { (devices, undecodable, telemetry, control, commandTopics, revision) = ([:], [:], [:], [:], [], 0) }

    /// Reuses the models of `earlier` for unchanged descriptions, because each adoption passes all devices to this
    /// initializer.
    init(_ all: [Device], profiles: DeviceProfiles = DeviceProfiles(), after earlier: RoutingTable) {
        var devices: [LinkAddress: RoutedDevice] = [:]
        var undecodable: [String: DeviceID] = [:]
        for device in all {
            let known = earlier.devices[device.address].flatMap { $0.wasMadeFrom(device) ? $0 : nil }
            if let followed = known ?? RoutedDevice(device, profiles: profiles) {
                devices[device.address] = followed
            } else {
                undecodable[device.address.root] = device.id
            }
        }
        self.devices = devices
        self.undecodable = undecodable
        telemetry = Self.routes(of: devices, on: .telemetry)
        control = Self.routes(of: devices, on: .control)
        commandTopics = devices.values.reduce(into: []) { $0.formUnion($1.commandTopics) }
        revision = earlier.revision + 1
    }

    private static func routes(
        of devices: [LinkAddress: RoutedDevice], on lane: MessageLane
    ) -> [String: [TopicRoute]] {
        let heard = devices.values.lazy.flatMap(\.topics).filter { $0.route.lanes.contains(lane) }
        return Dictionary(grouping: heard, by: \.topic).mapValues { $0.map(\.route) }
    }

    func routes(of topic: String, on lane: MessageLane) -> [TopicRoute] {
        (lane == .telemetry ? telemetry : control)[topic] ?? []
    }

    /// All series that the devices can report.
    var series: Set<SeriesID> {
        devices.values.reduce(into: []) { all, device in
            for part in device.model.description.parts {
                for capability in part.capabilities { all.insert(device.series(part.id, capability: capability.name)) }
            }
        }
    }

    /// Returns the descriptions that this version of the gateway derives from the stored announcements of `all`, for
    /// each device whose stored description differs. Purposes that people chose do not count as a difference.
    func changedDescriptions(of all: [Device]) -> [(
        address: LinkAddress, description: DeviceDescription, native: String?
    )] {
        all.compactMap { device in
            guard let known = devices[device.address], known.wasMadeFrom(device),
                case let description = known.model.description,
                description.withPurposes(device.purposes) != device.description
            else { return nil }
            return (device.address, description, device.nativeDescription)
        }
    }

    /// Whether a device receives commands on `topic`.
    func isCommandTopic(_ topic: String) -> Bool { commandTopics.contains(topic) }

    var telemetrySubscriptions: Set<Subscription> { Set(telemetry.keys.map { Subscription(topicFilter: $0) }) }

    /// The subscriptions of the control lane. They exclude the gateway's own messages, which are no news and confirm
    /// nothing.
    var controlSubscriptions: Set<Subscription> {
        Set(control.keys.map { Subscription(topicFilter: $0, noLocal: true) })
    }

    /// The topics of commands, to which the gateway is subscribed only until the broker has sent the messages retained
    /// there. While the gateway is subscribed, the broker counts it as a receiver and never reports that a command has
    /// no subscriber.
    var retainedChecks: Set<Subscription> {
        Set(commandTopics.subtracting(control.keys).map { Subscription(topicFilter: $0, noLocal: true) })
    }
}
