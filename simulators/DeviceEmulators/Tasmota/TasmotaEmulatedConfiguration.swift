import DeviceProtocols
import HomeModel

/// The discovery documents of a simulated device: outputs, switches and sensors of real drivers.
///
/// Colour is left out, because hue and saturation are separate commands and only together are a value.
struct TasmotaEmulatedConfiguration {
    let config: JSONValue
    let sensors: JSONValue

    init(root: String, _ device: EmulatedDevice) {
        let parts = device.description.parts
        let light = parts.first { $0[CapabilityName(.brightness)]?.isCommanded ?? false }
        let relays = parts.filter { $0.id != light?.id && $0[CapabilityName(.switch)]?.isCommanded ?? false }
        let shutters = parts.filter { $0[CapabilityName(.position)]?.isCommanded ?? false }
        let outputs =
            relays.map { _ in JSONValue.integer(1) } + (light == nil ? [] : [2]) + shutters.flatMap { _ in [3, 3] }
        let switches = Self.switches(of: parts)
        let hasBattery = parts.contains { $0[CapabilityName(.battery)] != nil }
        let mac = SyntheticHardwareID.mac(of: device.id).uppercased()
        config = [
            "ip": "0.0.0.0", "dn": .text(device.description.name), "fn": [.text(device.description.name)],
            "hn": .text("tasmota-\(mac.suffix(6))"), "mac": .text(mac),
            "md": device.description.model.map { .text($0) } ?? "Generic", "ty": 0, "if": 0, "ofln": "Offline",
            "onln": "Online", "state": ["OFF", "ON", "TOGGLE", "HOLD"], "sw": "14.2.0",
            "t": .text(HomieID.isValid(device.id) ? device.id : "tasmota_\(mac.suffix(6))"),
            "ft": .text("\(root)/%prefix%/%topic%/"), "tp": ["cmnd", "stat", "tele"], "rl": .list(outputs),
            "swc": .list(switches.map { _ in 1 }), "swn": .list(switches.map { .text($0) }), "btn": [],
            "so": ["4": 0, "114": .integer(switches.isEmpty ? 0 : 1)], "lk": light == nil ? 0 : 1,
            "lt_st": light.map { $0[CapabilityName(.colorTemperature)] == nil ? 1 : 2 } ?? 0,
            "bat": hasBattery ? 1 : 0, "dslp": 0, "sho": .list(shutters.map { _ in 0 }),
            "sht": .list(shutters.map { _ in [0, 0, 0] }), "ver": 1,
        ]
        var example: JSONValue = ["TempUnit": "C", "PressureUnit": "hPa"]
        Self.addSensors(of: parts, relays: relays.map(\.id), to: &example)
        for name in switches { example.set("OFF", at: TasmotaPath(name)) }
        sensors = ["sn": example, "ver": 1]
    }

    private static let switchNames: KeyValuePairs<CapabilityKind, String> = [
        .contact: "Door", .motion: "Motion", .occupancy: "Presence", .leak: "Leak", .smoke: "Smoke",
    ]

    private static func switches(of parts: [Part]) -> [String] {
        switchNames.filter { kind, _ in parts.contains { $0[CapabilityName(kind)] != nil } }.map(\.value)
    }

    private static func addSensors(of parts: [Part], relays: [PartID], to example: inout JSONValue) {
        let main = Set(parts.first { $0.id == .main }?.capabilities.map(\.kind) ?? [])
        for (kind, key) in airKeys where main.contains(kind) {
            example.set(0, at: TasmotaPath(airSensor(main), key))
        }
        for (kind, sensor, key) in otherKeys where main.contains(kind) {
            example.set(0, at: TasmotaPath(sensor, key))
        }
        for (kind, key) in energyKeys {
            if main.contains(kind) {
                example.set(0, at: TasmotaPath("ENERGY", key))
            } else if relays.count > 1,
                parts.contains(where: { relays.contains($0.id) && $0[CapabilityName(kind)] != nil })
            {
                for index in relays.indices { example.set(0, at: TasmotaPath("ENERGY", key, index: index)) }
            }
        }
    }

    /// A sensor that measures these kinds.
    private static func airSensor(_ kinds: Set<CapabilityKind>) -> String {
        if kinds.contains(.co2) { return "SCD30" }
        if kinds.contains(.pressure) { return "BME280" }
        return kinds.contains(.humidity) ? "SHT3X" : "DS18B20"
    }

    private static let airKeys: KeyValuePairs<CapabilityKind, String> = [
        .temperature: "Temperature", .humidity: "Humidity", .pressure: "Pressure", .co2: "CarbonDioxide",
    ]
    private static let otherKeys: [(CapabilityKind, String, String)] = [
        (.illuminance, "BH1750", "Illuminance"), (.pm1, "PMS5003", "PM1"), (.pm25, "PMS5003", "PM2.5"),
        (.pm10, "PMS5003", "PM10"),
    ]
    private static let energyKeys: KeyValuePairs<CapabilityKind, String> = [
        .energy: "Total", .power: "Power", .voltage: "Voltage", .current: "Current",
    ]
}

extension JSONValue {
    /// Sets the value at a path. Creates missing objects and lists; missing list entries become `null`.
    mutating func set(_ value: JSONValue, at path: TasmotaPath) {
        self = setting(value, keys: path.keys[...], index: path.index)
    }

    private func setting(_ value: JSONValue, keys: ArraySlice<String>, index: Int?) -> JSONValue {
        guard let key = keys.first else {
            guard let index, (0..<TasmotaConfig.maximumItems).contains(index) else { return value }
            var values = list ?? []
            values += Array(repeating: .null, count: Swift.max(0, index + 1 - values.count))
            values[index] = value
            return .list(values)
        }
        var members = members ?? []
        let new = (self[key] ?? .null).setting(value, keys: keys.dropFirst(), index: index)
        if let place = members.firstIndex(where: { $0.key == key }) {
            members[place] = JSONObject.Member(key: key, value: new)
        } else {
            members.append(JSONObject.Member(key: key, value: new))
        }
        return .object(JSONObject(members))
    }
}
