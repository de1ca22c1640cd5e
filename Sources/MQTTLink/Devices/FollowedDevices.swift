import HomeDialects
import HomeModel
import MosquittoTransport

/// The adopted devices that the link listens to, each with its dialect's model.
actor FollowedDevices {
    nonisolated let profiles: DeviceProfiles
    private(set) var snapshot = FollowedSnapshot()
    private var revision = 0

    init(_ profiles: DeviceProfiles) { self.profiles = profiles }

    func device(at address: LinkAddress) -> FollowedDevice? { snapshot.devices[address] }

    /// Of two who tell at once, the one who knows the older home may come last; then nothing changes.
    /// Gives the topics of those that are new or read in another way from now on.
    func replace(with devices: [Device], asOf revision: Int) -> Set<String> {
        guard revision >= self.revision else { return [] }
        self.revision = revision
        let earlier = snapshot
        snapshot = FollowedSnapshot(devices, profiles, after: earlier)
        return snapshot.devices.values.reduce(into: []) { topics, device in
            if let known = earlier.devices[device.address], known.isSame(as: device) { return }
            topics.formUnion(device.topics.map(\.topic))
        }
    }

    func topics(of address: LinkAddress) -> Set<String> {
        Set(snapshot.devices[address]?.topics.map(\.topic) ?? [])
    }
}

struct FollowedSnapshot: Sendable {
    let devices: [LinkAddress: FollowedDevice]
    /// Devices whose stored description cannot be read, by the root of their topics.
    let unread: [String: DeviceID]
    /// What is said on each topic of either lane. Several devices may share one: their bridge's availability.
    private let telemetry: [String: [TopicRoute]]
    private let control: [String: [TopicRoute]]
    private let commandTopics: Set<String>
    /// Another one for every snapshot.
    let revision: Int

    init() { (devices, unread, telemetry, control, commandTopics, revision) = ([:], [:], [:], [:], [], 0) }

    /// Descriptions that `earlier` has read already are not read again: with each adoption all devices come here.
    init(_ all: [Device], _ profiles: DeviceProfiles = DeviceProfiles(), after earlier: FollowedSnapshot) {
        var devices: [LinkAddress: FollowedDevice] = [:]
        var unread: [String: DeviceID] = [:]
        for device in all {
            let known = earlier.devices[device.address].flatMap { $0.fits(device) ? $0 : nil }
            if let followed = known ?? FollowedDevice(device, profiles) {
                devices[device.address] = followed
            } else {
                unread[device.address.root] = device.id
            }
        }
        self.devices = devices
        self.unread = unread
        telemetry = Self.routes(of: devices, on: .telemetry)
        control = Self.routes(of: devices, on: .control)
        commandTopics = devices.values.reduce(into: []) { $0.formUnion($1.commandTopics) }
        revision = earlier.revision + 1
    }

    private static func routes(
        of devices: [LinkAddress: FollowedDevice], on lane: MessageLane
    ) -> [String: [TopicRoute]] {
        let heard = devices.values.lazy.flatMap(\.topics).filter { $0.route.lanes.contains(lane) }
        return Dictionary(grouping: heard, by: \.topic).mapValues { $0.map(\.route) }
    }

    func routes(of topic: String, on lane: MessageLane) -> [TopicRoute] {
        (lane == .telemetry ? telemetry : control)[topic] ?? []
    }

    /// Everything that the devices can say.
    var series: Set<SeriesID> {
        devices.values.reduce(into: []) { all, device in
            for part in device.model.description.parts {
                for capability in part.capabilities { all.insert(device.series(part.id, capability.name)) }
            }
        }
    }

    /// What this program understands of the stored announcements of `all`, for each device whose stored description says
    /// something else. People's answers about purposes are no difference.
    func redescriptions(of all: [Device]) -> [(address: LinkAddress, description: DeviceDescription, native: String?)] {
        all.compactMap { device in
            guard let known = devices[device.address], known.fits(device),
                case let description = known.model.description,
                description.answering(device.purposes) != device.description
            else { return nil }
            return (device.address, description, device.nativeDescription)
        }
    }

    /// Whether a message there tells a device something.
    func isCommandTopic(_ topic: String) -> Bool { commandTopics.contains(topic) }

    var telemetrySubscriptions: Set<Subscription> { Set(telemetry.keys.map { Subscription(topicFilter: $0) }) }

    /// The gateway's own messages are no news and confirm nothing.
    var controlSubscriptions: Set<Subscription> {
        Set(control.keys.map { Subscription(topicFilter: $0, noLocal: true) })
    }

    /// The topics of commands, which are subscribed to only for as long as the broker takes to send what it retained
    /// there: while the gateway is subscribed, a broker counts it as a receiver and never says that there is no subscriber.
    var glances: Set<Subscription> {
        Set(commandTopics.subtracting(control.keys).map { Subscription(topicFilter: $0, noLocal: true) })
    }
}
