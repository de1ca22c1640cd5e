import GatewayCore
import HomeDialects
import HomeModel

/// The adopted devices that the link listens to, each with its dialect's model.
actor FollowedDevices {
    private(set) var snapshot = FollowedSnapshot()

    func model(at address: LinkAddress) -> HomieDeviceModel? { snapshot.devices[address]?.model }

    func replace(with devices: [Device]) { snapshot = FollowedSnapshot(devices, reusing: snapshot) }
}

/// One device and how to read it.
struct FollowedDevice: Sendable {
    let id: DeviceID
    let model: HomieDeviceModel
    private let native: String

    /// Nil when the stored description cannot be read (an older program wrote it): it is read when published again.
    init?(_ device: Device) {
        guard let native = device.nativeDescription,
            let model = try? HomieDeviceModel(
                domain: device.address.root, id: device.address.foreignID, json: Array(native.utf8))
        else { return nil }
        id = device.id
        self.model = model
        self.native = native
    }

    /// Whether it still reads `device` right.
    func fits(_ device: Device) -> Bool { id == device.id && native == device.nativeDescription }

    func series(_ part: PartID, _ capability: CapabilityName) -> SeriesID {
        SeriesID(device: id, part: part, capability: capability)
    }
}

struct FollowedSnapshot: Sendable {
    let devices: [LinkAddress: FollowedDevice]

    /// Descriptions that `earlier` has read already are not read again: with each adoption all devices come here.
    init(_ devices: [Device] = [], reusing earlier: FollowedSnapshot? = nil) {
        self.devices = Dictionary(
            devices.compactMap { device in
                let known = earlier?.devices[device.address].flatMap { $0.fits(device) ? $0 : nil }
                return (known ?? FollowedDevice(device)).map { (device.address, $0) }
            },
            uniquingKeysWith: { $1 })
    }

    /// Also what is not recorded: nobody else would hear it.
    var controlTopics: Set<String> {
        Set(devices.values.flatMap { $0.model.commandableTopics + $0.model.unrecordedTopics })
    }

    var telemetryTopics: Set<String> { Set(devices.values.flatMap(\.model.recordedTopics)) }

    subscript(_ topic: HomieTopic) -> FollowedDevice? { devices[topic.address] }

    /// A bridge that is lost takes its children with it.
    func children(of address: LinkAddress) -> [LinkAddress] {
        devices.filter { $0.key.root == address.root && $0.value.model.document.root == address.foreignID }.map(\.key)
    }
}

extension HomieTopic {
    var address: LinkAddress { LinkAddress(kind: .homie5, foreignID: device, root: domain) }
}
