import HomeDialects
import HomeModel

/// The adopted devices that the link listens to, each with its dialect's model.
actor FollowedDevices {
    private(set) var snapshot = FollowedSnapshot()
    private var revision = 0

    func model(at address: LinkAddress) -> HomieDeviceModel? { snapshot.devices[address]?.model }

    /// Of two who tell at once, the one who knows the older home may come last; then nothing changes.
    func replace(with devices: [Device], asOf revision: Int) {
        guard revision >= self.revision else { return }
        self.revision = revision
        snapshot = FollowedSnapshot(devices, after: snapshot)
    }
}

struct FollowedSnapshot: Sendable {
    let devices: [LinkAddress: FollowedDevice]
    /// Devices whose stored description cannot be read.
    let unread: [LinkAddress: DeviceID]
    /// Everything that is recorded, by topic.
    let routes: [String: TelemetryRoute]
    /// Another one for every snapshot.
    let revision: Int

    init() { (devices, unread, routes, revision) = ([:], [:], [:], 0) }

    /// Descriptions that `earlier` has read already are not read again: with each adoption all devices come here.
    init(_ all: [Device], after earlier: FollowedSnapshot) {
        var devices: [LinkAddress: FollowedDevice] = [:]
        var unread: [LinkAddress: DeviceID] = [:]
        for device in all {
            let known = earlier.devices[device.address].flatMap { $0.fits(device) ? $0 : nil }
            if let followed = known ?? FollowedDevice(device) {
                devices[device.address] = followed
            } else {
                unread[device.address] = device.id
            }
        }
        self.devices = devices
        self.unread = unread
        routes = Dictionary(devices.values.lazy.flatMap(\.routes), uniquingKeysWith: { first, _ in first })
        revision = earlier.revision + 1
    }

    /// Also what is not recorded: nobody else would hear it.
    var controlTopics: Set<String> {
        Set(devices.values.flatMap { $0.model.commandableTopics + $0.model.unrecordedTopics })
    }

    var telemetryTopics: Set<String> { Set(routes.keys) }

    subscript(_ topic: HomieTopic) -> FollowedDevice? { devices[topic.address] }

    /// A bridge that is lost takes its children with it.
    func children(of address: LinkAddress) -> [LinkAddress] {
        devices.filter { $0.key.root == address.root && $0.value.model.document.root == address.foreignID }.map(\.key)
    }
}

extension HomieTopic {
    var address: LinkAddress { LinkAddress(kind: .homie5, foreignID: device, root: domain) }
}
