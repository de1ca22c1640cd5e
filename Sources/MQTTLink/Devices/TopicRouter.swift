import GatewayCore
import DeviceProtocols
import HomeModel
import MosquittoTransport

/// The adopted devices to whose topics the link subscribes, each with the model of its dialect.
actor TopicRouter {
    nonisolated let profiles: DeviceProfiles
    private(set) var snapshot = RoutingTable()
    private var revision = 0

    init(_ profiles: DeviceProfiles) { self.profiles = profiles }

    func device(at address: LinkAddress) -> RoutedDevice? { snapshot.devices[address] }

    /// Replaces the devices. Ignores a list older than the current one, because concurrent callers may
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

/// The devices at one moment, by address and by topic.
struct RoutingTable: Sendable {
    let devices: [LinkAddress: RoutedDevice]
    /// Devices whose stored description cannot be decoded, by the root of their topics.
    private let undecodable: [String: [(id: DeviceID, foreignID: String)]]
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
        var undecodable: [String: [(id: DeviceID, foreignID: String)]] = [:]
        for device in all {
            let known = earlier.devices[device.address].flatMap { $0.wasMadeFrom(device) ? $0 : nil }
            if let routed = known ?? RoutedDevice(device, profiles: profiles) {
                devices[device.address] = routed
            } else {
                undecodable[device.address.root, default: []].append((device.id, device.address.foreignID))
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

    /// The devices whose stored description cannot be decoded and that may have published on `topic`: the one whose id
    /// is a level of the topic, else all devices with the same root.
    func undecodableDevices(on topic: String) -> [DeviceID] {
        guard !undecodable.isEmpty else { return [] }
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard let root = levels.first, let devices = undecodable[String(root)] else { return [] }
        let named = devices.filter { device in levels.dropFirst().contains { $0 == device.foreignID } }
        return (named.isEmpty ? devices : named).map(\.id)
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

/// An adopted device with the model of its dialect and the routes of its topics.
struct RoutedDevice: Sendable {
    let address: LinkAddress
    let id: DeviceID
    let model: any DialectModel
    /// All topics on which the device publishes.
    let topics: [(topic: String, route: TopicRoute)]
    /// All topics on which the device receives commands.
    let commandTopics: Set<String>
    private let native: String

    /// Returns nil when the device has no stored description, or one that cannot be decoded because an older version of
    /// the gateway wrote it. The next description that the device publishes replaces it.
    init?(_ device: Device, profiles: DeviceProfiles) {
        guard let native = device.nativeDescription,
            let bare = DeviceFamilies.model(of: device.address, native: native)
        else { return nil }
        let model = profiles.completing(bare, of: device.address)
        (address, id, self.model, self.native) = (device.address, device.id, model, native)
        topics = model.topics.map { ($0.topic, TopicRoute(device: device.id, device.address, topic: $0)) }
        commandTopics = model.commandTopics
    }

    /// Whether the model was made from the description that is stored for `device`.
    func wasMadeFrom(_ device: Device) -> Bool { id == device.id && native == device.nativeDescription }

    func isSame(as other: RoutedDevice) -> Bool { id == other.id && native == other.native }

    func series(_ part: PartID, capability: CapabilityName) -> SeriesID {
        SeriesID(device: id, part: part, capability: capability)
    }
}

/// The device of a topic and the decoder of its payloads, determined once for all messages of the topic. It is a class
/// because every message looks it up.
final class TopicRoute: Sendable {
    let device: DeviceID
    let address: LinkAddress
    let lanes: Set<MessageLane>
    private let decoder: any PayloadDecoder

    init(device: DeviceID, _ address: LinkAddress, topic: DeviceTopic) {
        self.device = device
        self.address = address
        lanes = topic.lanes
        decoder = topic.decoder
    }

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] { decoder.decode(payload, on: lane) }

    func series(_ part: PartID, capability: CapabilityName) -> SeriesID {
        SeriesID(device: device, part: part, capability: capability)
    }
}
