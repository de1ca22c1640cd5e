import DeviceFixtures
@testable import DeviceProtocols
import HomeModel

/// Announcements of the device `AABBCC112233` below the root `u`.
enum TasmotaSamples {
    static let mac = "AABBCC112233"
    static let address = LinkAddress(kind: .tasmota, foreignID: "aabbcc112233", root: "u")
    static let configTopic = "tasmota/discovery/\(mac)/config"
    static let sensorsTopic = "tasmota/discovery/\(mac)/sensors"

    /// A config with one relay, with `changes` applied.
    static func config(_ changes: JSONObject = [:]) -> String {
        let plain: JSONObject = [
            "ip": "192.168.4.9", "dn": "Plug", "fn": ["Plug", .null], "hn": "plug-8755", "mac": .text(mac),
            "md": "Generic", "ty": 0, "if": 0, "ofln": "Offline", "onln": "Online",
            "state": ["OFF", "ON", "TOGGLE", "HOLD"], "sw": "14.2.0", "t": "plug", "ft": "u/%prefix%/%topic%/",
            "tp": ["cmnd", "stat", "tele"], "rl": [1, 0], "swc": [-1, -1], "swn": [.null, .null], "btn": [0, 0],
            "so": ["4": 0, "73": 0], "lk": 0, "lt_st": 0, "bat": 0, "dslp": 0, "sho": [], "sht": [], "ver": 1,
        ]
        return JSONValue.object(JSONObject(plain.members + changes.members)).description
    }

    static func sensors(_ sensors: JSONObject = [:]) -> String {
        JSONValue.object(["sn": .object(sensors), "ver": 1]).description
    }

    static func model(_ changes: JSONObject = [:], sensors: JSONObject = [:]) throws -> TasmotaModel {
        let config = try TasmotaConfig(
            try JSONValue(parsing: Array(config(changes).utf8)), mac: mac.lowercased())
        return TasmotaModel(
            config, sensors: try TasmotaSensors(try JSONValue(parsing: Array(Self.sensors(sensors).utf8))))
    }
}

extension DialectModel {
    /// The lines of the capabilities, as fixtures write them, by the ids of the parts.
    var lines: [String: [String]] {
        Dictionary(description.parts.map { ($0.id.rawValue, $0.capabilities.map(\.line)) }) { first, _ in first }
    }
}
