import GatewayCore
import HomeDialects
import HomeModel

/// One device and how to read it.
struct FollowedDevice: Sendable {
    let id: DeviceID
    let model: HomieDeviceModel
    /// What is recorded of it, by topic.
    let routes: [(topic: String, route: TelemetryRoute)]
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
        routes = model.recordedValues.map { value in
            let series = SeriesID(device: device.id, part: value.part, capability: value.capability)
            return (value.topic, TelemetryRoute(series: series, value: value))
        }
    }

    /// Whether it still reads `device` right.
    func fits(_ device: Device) -> Bool { id == device.id && native == device.nativeDescription }

    func series(_ part: PartID, _ capability: CapabilityName) -> SeriesID {
        SeriesID(device: id, part: part, capability: capability)
    }
}

/// Where the messages on a recorded topic go, found once for all of them. A class, because every message looks it up.
final class TelemetryRoute: Sendable {
    let series: SeriesID
    private let value: HomieRecordedValue

    init(series: SeriesID, value: HomieRecordedValue) {
        self.series = series
        self.value = value
    }

    func interpret(_ payload: [UInt8]) -> DeviceStatement? { value.interpret(payload) }
}
