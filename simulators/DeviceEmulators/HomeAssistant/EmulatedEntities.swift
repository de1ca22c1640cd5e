import DeviceProtocols
import HomeModel

/// The entities that a simulated device announces: one for each capability, but a light, a thermostat and a cover each
/// combine several.
struct EmulatedEntities {
    private let root: String
    private let device: EmulatedDevice
    private let counts: [CapabilityKind: Int]

    init(root: String, _ device: EmulatedDevice) {
        self.root = root
        self.device = device
        counts = device.description.parts.flatMap(\.capabilities).reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }

    /// An entity to announce.
    struct EmulatedEntity {
        let platform: String
        let object: String
        let fields: [String: JSONValue]
    }

    var all: [EmulatedEntity] { device.description.parts.flatMap(entities) }

    private func entities(_ part: Part) -> [EmulatedEntity] {
        var left = part.capabilities
        var result: [EmulatedEntity] = []
        func extract(_ kinds: Set<CapabilityKind>) -> [CapabilityKind: Capability] {
            let taken = left.filter { kinds.contains($0.kind) && $0.isCommanded }
            left.removeAll { taken.contains($0) }
            return Dictionary(taken.map { ($0.kind, $0) }) { first, _ in first }
        }
        let kinds = Set(part.capabilities.filter(\.isCommanded).map(\.kind))
        if !kinds.isDisjoint(with: [.brightness, .color, .colorTemperature]) {
            result.append(light(part.id, own: extract([.switch, .brightness, .color, .colorTemperature])))
        }
        if kinds.contains(.thermostatMode) {
            result.append(climate(part.id, own: extract([.thermostatMode, .targetTemperature])))
        }
        if kinds.contains(.garageDoor) {
            let own = extract([.garageDoor, .movement])
            var fields: [String: JSONValue] = ["dev_cla": "garage"]
            if own[.movement] == nil { fields["pl_stop"] = .null }
            result.append(encoded("cover", part: part.id, label: "garageDoor", fields: fields, isCommanded: true))
        }
        if kinds.contains(.position) { result.append(cover(part.id, own: extract([.position, .tilt, .movement]))) }
        return result + left.compactMap { single(part.id, capability: $0) }
    }

    // MARK: Groups

    private func light(_ part: PartID, own: [CapabilityKind: Capability]) -> EmulatedEntity {
        var fields: [String: JSONValue] = ["schema": "json", "clrm": true]
        var modes: [JSONValue] = []
        if let warmth = own[.colorTemperature] {
            modes.append("color_temp")
            fields["clr_temp_k"] = true
            fields["min_k"] = JSONValue(shortest: warmth.range.lowerBound)
            fields["max_k"] = JSONValue(shortest: warmth.range.upperBound)
        }
        if own[.color] != nil { modes.append("hs") }
        if own[.brightness] != nil {
            fields["brightness"] = true
            fields["bri_scl"] = 100
            if modes.isEmpty { modes = ["brightness"] }
        }
        fields["sup_clrm"] = .list(modes)
        return encoded("light", part: part, label: "light", fields: fields, isCommanded: true)
    }

    private func climate(_ part: PartID, own: [CapabilityKind: Capability]) -> EmulatedEntity {
        let object = object(part, label: "climate")
        var fields: [String: JSONValue] = [
            "modes": .list(own[.thermostatMode]?.options.map { .text($0) } ?? []),
            "mode_stat_t": topic("climate", object: object, last: "mode/state"),
            "mode_cmd_t": topic("climate", object: object, last: "mode/command"),
        ]
        if let target = own[.targetTemperature] {
            fields["temp_stat_t"] = topic("climate", object: object, last: "target/state")
            fields["temp_cmd_t"] = topic("climate", object: object, last: "target/command")
            fields["min_temp"] = JSONValue(shortest: target.range.lowerBound)
            fields["max_temp"] = JSONValue(shortest: target.range.upperBound)
            fields["temp_step"] = target.step.flatMap(JSONValue.init(shortest:))
        }
        return EmulatedEntity(
            platform: "climate", object: object, fields: fields.merging(common(part, label: nil)) { own, _ in own })
    }

    // MARK: Single capabilities

    private func single(_ part: PartID, capability: Capability) -> EmulatedEntity? {
        let kind = capability.kind
        let label = words(capability)
        if let unit = kind.facts.unit, case .reading = kind.facts.recording, let deviceClass = Self.quantities[kind] {
            var fields: [String: JSONValue] = ["dev_cla": .text(deviceClass), "unit_of_meas": .text(unit.rawValue)]
            fields["stat_cla"] = kind.isCounter ? "total_increasing" : "measurement"
            return encoded("sensor", part: part, label: label, fields: fields)
        }
        if let deviceClass = Self.conditions[kind] {
            return encoded("binary_sensor", part: part, label: label, fields: ["dev_cla": .text(deviceClass)])
        }
        switch kind {
        case .switch where capability.isCommanded:
            return encoded("switch", part: part, label: label, fields: [:], isCommanded: true)
        case .lock where capability.isCommanded:
            return encoded("lock", part: part, label: label, fields: [:], isCommanded: true)
        case .valve where capability.isCommanded:
            return encoded("valve", part: part, label: label, fields: [:], isCommanded: true)
        case .siren where capability.isCommanded:
            return encoded("siren", part: part, label: label, fields: ["cmd_tpl": "{{ value }}"], isCommanded: true)
        default: return nil
        }
    }

    private func cover(_ part: PartID, own: [CapabilityKind: Capability]) -> EmulatedEntity {
        let object = object(part, label: "position")
        var fields: [String: JSONValue] = [
            "pos_t": topic("cover", object: object, last: "position/state"),
            "set_pos_t": topic("cover", object: object, last: "position/command"),
        ]
        if own[.movement] != nil {
            fields["stat_t"] = topic("cover", object: object, last: "state")
            fields["cmd_t"] = topic("cover", object: object, last: "command")
        }
        if own[.tilt] != nil {
            fields["tilt_status_t"] = topic("cover", object: object, last: "tilt/state")
            fields["tilt_cmd_t"] = topic("cover", object: object, last: "tilt/command")
        }
        return EmulatedEntity(
            platform: "cover", object: object, fields: fields.merging(common(part, label: "position")) { own, _ in own }
        )
    }

    private static let quantities: [CapabilityKind: String] = [
        .temperature: "temperature", .humidity: "humidity", .pressure: "pressure", .co2: "carbon_dioxide", .pm1: "pm1",
        .pm25: "pm25", .pm10: "pm10", .voc: "volatile_organic_compounds", .illuminance: "illuminance",
        .noise: "sound_pressure", .power: "power", .energy: "energy", .voltage: "voltage", .current: "current",
        .gas: "gas", .water: "water", .flow: "volume_flow_rate", .battery: "battery",
    ]

    private static let conditions: [CapabilityKind: String] = [
        .contact: "door", .motion: "motion", .occupancy: "occupancy", .leak: "moisture", .smoke: "smoke",
        .carbonMonoxide: "carbon_monoxide", .tamper: "tamper",
    ]

    // MARK: Names and topics

    private func encoded(
        _ platform: String, part: PartID, label: String, fields: [String: JSONValue], isCommanded: Bool = false
    ) -> EmulatedEntity {
        let object = object(part, label: label)
        var fields = fields.merging(common(part, label: platform == "light" ? nil : label)) { own, _ in own }
        fields["stat_t"] = topic(platform, object: object, last: "state")
        if isCommanded { fields["cmd_t"] = topic(platform, object: object, last: "command") }
        return EmulatedEntity(platform: platform, object: object, fields: fields)
    }

    /// The main function of a device has an empty name.
    private func common(_ part: PartID, label: String?) -> [String: JSONValue] {
        let words = [part == .main ? nil : part.rawValue, label].compactMap(\.self)
        return ["name": .text(words.joined(separator: " ")), "avty_t": .text("\(root)/status")]
    }

    /// Discovery has no energy flow, so the name contains it if only one capability has this kind.
    private func words(_ capability: Capability) -> String {
        let kind = capability.kind.rawValue
        guard let flow = capability.flow, counts[capability.kind] == 1 else { return kind }
        return "\(flow.words.lowercased()) \(kind)"
    }

    private func object(_ part: PartID, label: String) -> String {
        (part == .main ? label : "\(part) \(label)").replacing("-", with: "_").replacing(" ", with: "_").lowercased()
    }

    private func topic(_ platform: String, object: String, last: String) -> JSONValue {
        .text("\(root)/\(platform)/\(object)/\(last)")
    }
}
