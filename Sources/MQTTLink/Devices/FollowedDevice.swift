import GatewayCore
import HomeDialects
import HomeModel

/// One device and how to read it.
struct FollowedDevice: Sendable {
    let address: LinkAddress
    let id: DeviceID
    let model: any DialectModel
    /// Everything on which it speaks.
    let topics: [(topic: String, route: TopicRoute)]
    /// Everything on which it is told something.
    let commandTopics: Set<String>
    private let native: String

    /// Nil when the stored description cannot be read (an older program wrote it): it is read when published again.
    init?(_ device: Device, _ profiles: DeviceProfiles) {
        guard let native = device.nativeDescription,
            let bare = Dialects.model(of: device.address, native: native)
        else { return nil }
        let model = profiles.completing(bare, of: device.address)
        (address, id, self.model, self.native) = (device.address, device.id, model, native)
        topics = model.topics.map { ($0.topic, TopicRoute(device: device.id, device.address, $0)) }
        commandTopics = model.commandTopics
    }

    /// Whether it still reads `device` right.
    func fits(_ device: Device) -> Bool { id == device.id && native == device.nativeDescription }

    func isSame(as other: FollowedDevice) -> Bool { id == other.id && native == other.native }

    func series(_ part: PartID, _ capability: CapabilityName) -> SeriesID {
        SeriesID(device: id, part: part, capability: capability)
    }
}

/// Whose messages a topic carries and how to read them, found once for all of them. A class, because every message looks
/// it up.
final class TopicRoute: Sendable {
    let device: DeviceID
    let address: LinkAddress
    let lanes: Set<MessageLane>
    private let reader: any PayloadReader

    init(device: DeviceID, _ address: LinkAddress, _ heard: HeardTopic) {
        self.device = device
        self.address = address
        lanes = heard.lanes
        reader = heard.reader
    }

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] { reader.read(payload, on: lane) }

    func series(_ part: PartID, _ capability: CapabilityName) -> SeriesID {
        SeriesID(device: device, part: part, capability: capability)
    }
}
