import DeviceProtocols
import Foundation
import HomeModel
@testable import MosquittoTransport

extension ReceivedMessage {
    static func sample(
        _ topic: String, text: String, packetID: UInt16 = 1, retained: Bool = false, time: String? = nil
    ) -> ReceivedMessage {
        ReceivedMessage(
            topic: topic, payload: Array(text.utf8), qos: packetID == 0 ? .atMostOnce : .atLeastOnce,
            retained: retained, packetID: packetID, responseTopic: nil, correlationData: nil,
            userProperties: time.map { [UserProperty(name: "time", value: $0)] } ?? [])
    }
}

extension Device {
    /// A Homie device `home/5/<id>` with a thermometer and a contact in its node `main`.
    static func sample(_ id: DeviceID, native: String? = .sensor) -> Device {
        Device(
            id: id, name: DisplayName("Sensor" as StaticString), room: nil,
            address: LinkAddress(kind: .homie5, foreignID: id.rawValue, root: "home"),
            description: DeviceDescription(name: "Sensor", parts: []), nativeDescription: native, adoptedAt: noon)
    }
}

extension String {
    static let sensor = """
        {"homie": "5.0", "version": 1, "nodes": {"main": {"properties": {
            "temperature": {"datatype": "float", "unit": "°C"}, "contact": {"datatype": "boolean"},
            "note": {"datatype": "string"}}}}}
        """
}

extension ClockSnapshot {
    static func known(_ wall: Timestamp) -> ClockSnapshot {
        ClockSnapshot(wall: wall, uptime: .hours(1), boot: UUID(), isKnown: true)
    }
}

let noon = Timestamp(milliseconds: 1_790_000_000_000)
let sensor: DeviceID = DeviceID("sensor")
let temperature = SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
let contact = SeriesID(device: sensor, part: .main, capability: CapabilityName(.contact))
