import DeviceFixtures
import HomeModel

@testable import DeviceProtocols

/// Parts of the messages that a bridge publishes.
enum ZigbeeSamples {
    static let root = "house"

    static func topic(_ name: String) -> String { "\(root)/z2m/bridge/\(name)" }

    static func address(_ id: String) -> LinkAddress { LinkAddress(kind: .zigbee2mqtt, foreignID: id, root: root) }

    static func ieee(_ number: Int) -> String { "0x00158d00" + UInt32(number).hexadecimal }

    static let plug: [JSONValue] = [
        ["type": "switch", "features": [binary("state", access: 7, on: "ON", off: "OFF")]],
        numeric("power", unit: "W"), numeric("energy", unit: "kWh"), numeric("linkquality", unit: "lqi"),
    ]

    static func binary(_ name: String, access: Int64, on: JSONValue, off: JSONValue) -> JSONValue {
        [
            "type": "binary", "name": .text(name), "property": .text(name), "access": .integer(access), "value_on": on,
            "value_off": off, "label": "State",
        ]
    }

    static func numeric(_ name: String, access: Int64 = 1, unit: String? = nil) -> JSONValue {
        let unit = unit.map { [JSONObject.Member(key: "unit", value: .text($0))] } ?? []
        return .object(
            JSONObject(
                [
                    .init(key: "type", value: "numeric"), .init(key: "name", value: .text(name)),
                    .init(key: "property", value: .text(name)), .init(key: "access", value: .integer(access)),
                    .init(key: "description", value: "What the device measures."),
                ] + unit))
    }

    static func device(_ number: Int, name: String, exposes: [JSONValue] = plug, with more: [String: JSONValue] = [:])
        -> JSONValue
    {
        var members: [String: JSONValue] = [
            "ieee_address": .text(ieee(number)), "friendly_name": .text(name), "type": "Router", "supported": true,
            "disabled": false, "interview_completed": true, "interview_state": "SUCCESSFUL",
            "definition": [
                "vendor": "Tuya", "model": "TS011F", "description": "Smart plug", "exposes": .list(exposes),
                "options": [],
            ],
        ]
        for (key, value) in more { members[key] = value }
        return .object(JSONObject(members.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) }))
    }

    static func info(_ config: JSONValue) -> String {
        JSONValue.object(["version": "2.6.0", "config": config]).description
    }

    /// A parser that has received the default settings of a bridge.
    static func bridge() -> Zigbee2MQTTDiscoveryParser {
        var parser = Zigbee2MQTTDiscoveryParser(root: root)
        _ = parser.receive(topic("info"), payload: info([:]))
        return parser
    }

    static func model(_ exposes: [JSONValue], optimistic: Bool = false) -> Zigbee2MQTTModel? {
        var parser = Zigbee2MQTTDiscoveryParser(root: root)
        let options: JSONValue = ["device_options": ["optimistic": .boolean(optimistic)]]
        _ = parser.receive(topic("info"), payload: info(options))
        let list = JSONValue.list([device(1, name: "thing", exposes: exposes)]).description
        return parser.receive(topic("devices"), payload: list).described.first?.model as? Zigbee2MQTTModel
    }
}
