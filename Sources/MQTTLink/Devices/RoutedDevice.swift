import GatewayCore
import HomeDialects
import HomeModel

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
            let bare = Dialects.model(of: device.address, native: native)
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
