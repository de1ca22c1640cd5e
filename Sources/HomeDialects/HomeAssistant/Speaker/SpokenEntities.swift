import HomeModel

/// The entities as which a simulated device announces itself: one for every capability, but one for a light and one for
/// a thermostat.
struct SpokenEntities {
    private let root: String
    private let device: SpokenDevice
    private let counts: [CapabilityKind: Int]

    init(root: String, _ device: SpokenDevice) {
        self.root = root
        self.device = device
        counts = device.description.parts.flatMap(\.capabilities).reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }

    struct Spoken {
        let platform: String
        let object: String
        let fields: [String: JSONValue]
    }

    var all: [Spoken] { device.description.parts.flatMap(entities) }

    private func entities(_ part: Part) -> [Spoken] {
        var left = part.capabilities
        var spoken: [Spoken] = []
        func take(_ kinds: Set<CapabilityKind>) -> [CapabilityKind: Capability] {
            let taken = left.filter { kinds.contains($0.kind) && $0.isCommanded }
            left.removeAll { taken.contains($0) }
            return Dictionary(taken.map { ($0.kind, $0) }) { first, _ in first }
        }
        let kinds = Set(part.capabilities.filter(\.isCommanded).map(\.kind))
        if !kinds.isDisjoint(with: [.brightness, .color, .colorTemperature]) {
            spoken.append(light(part.id, take([.switch, .brightness, .color, .colorTemperature])))
        }
        if kinds.contains(.thermostatMode) {
            spoken.append(climate(part.id, take([.thermostatMode, .targetTemperature])))
        }
        if kinds.contains(.garageDoor) {
            let own = take([.garageDoor, .movement])
            var fields: [String: JSONValue] = ["dev_cla": "garage"]
            if own[.movement] == nil { fields["pl_stop"] = .null }
            spoken.append(self.spoken("cover", part.id, "garageDoor", fields, isCommanded: true))
        }
        if kinds.contains(.position) { spoken.append(cover(part.id, take([.position, .tilt, .movement]))) }
        return spoken + left.compactMap { single(part.id, $0) }
    }

    // MARK: Groups

    private func light(_ part: PartID, _ own: [CapabilityKind: Capability]) -> Spoken {
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
        return spoken("light", part, "light", fields, isCommanded: true)
    }

    private func climate(_ part: PartID, _ own: [CapabilityKind: Capability]) -> Spoken {
        let object = object(part, "climate")
        var fields: [String: JSONValue] = [
            "modes": .list(own[.thermostatMode]?.options.map { .text($0) } ?? []),
            "mode_stat_t": topic("climate", object, "mode/state"),
            "mode_cmd_t": topic("climate", object, "mode/command"),
        ]
        if let target = own[.targetTemperature] {
            fields["temp_stat_t"] = topic("climate", object, "target/state")
            fields["temp_cmd_t"] = topic("climate", object, "target/command")
            fields["min_temp"] = JSONValue(shortest: target.range.lowerBound)
            fields["max_temp"] = JSONValue(shortest: target.range.upperBound)
            fields["temp_step"] = target.step.flatMap(JSONValue.init(shortest:))
        }
        return Spoken(platform: "climate", object: object, fields: fields.merging(common(part, nil)) { own, _ in own })
    }

    // MARK: Single capabilities

    private func single(_ part: PartID, _ capability: Capability) -> Spoken? {
        let kind = capability.kind
        let label = words(capability)
        if let unit = kind.facts.unit, case .reading = kind.facts.recording, let deviceClass = Self.quantities[kind] {
            var fields: [String: JSONValue] = ["dev_cla": .text(deviceClass), "unit_of_meas": .text(unit.rawValue)]
            fields["stat_cla"] = kind.isCounter ? "total_increasing" : "measurement"
            return spoken("sensor", part, label, fields)
        }
        if let deviceClass = Self.conditions[kind] {
            return spoken("binary_sensor", part, label, ["dev_cla": .text(deviceClass)])
        }
        switch kind {
        case .switch where capability.isCommanded: return spoken("switch", part, label, [:], isCommanded: true)
        case .lock where capability.isCommanded: return spoken("lock", part, label, [:], isCommanded: true)
        case .valve where capability.isCommanded: return spoken("valve", part, label, [:], isCommanded: true)
        case .siren where capability.isCommanded:
            return spoken("siren", part, label, ["cmd_tpl": "{{ value }}"], isCommanded: true)
        default: return nil
        }
    }

    private func cover(_ part: PartID, _ own: [CapabilityKind: Capability]) -> Spoken {
        let object = object(part, "position")
        var fields: [String: JSONValue] = [
            "pos_t": topic("cover", object, "position/state"), "set_pos_t": topic("cover", object, "position/command"),
        ]
        if own[.movement] != nil {
            fields["stat_t"] = topic("cover", object, "state")
            fields["cmd_t"] = topic("cover", object, "command")
        }
        if own[.tilt] != nil {
            fields["tilt_status_t"] = topic("cover", object, "tilt/state")
            fields["tilt_cmd_t"] = topic("cover", object, "tilt/command")
        }
        return Spoken(
            platform: "cover", object: object, fields: fields.merging(common(part, "position")) { own, _ in own })
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

    private func spoken(
        _ platform: String, _ part: PartID, _ label: String, _ fields: [String: JSONValue], isCommanded: Bool = false
    ) -> Spoken {
        let object = object(part, label)
        var fields = fields.merging(common(part, platform == "light" ? nil : label)) { own, _ in own }
        fields["stat_t"] = topic(platform, object, "state")
        if isCommanded { fields["cmd_t"] = topic(platform, object, "command") }
        return Spoken(platform: platform, object: object, fields: fields)
    }

    /// What a device mainly is bears no name of its own.
    private func common(_ part: PartID, _ label: String?) -> [String: JSONValue] {
        let words = [part == .main ? nil : part.rawValue, label].compactMap(\.self)
        return ["name": .text(words.joined(separator: " ")), "avty_t": .text("\(root)/status")]
    }

    /// Discovery knows no flow: it shows in the name where that is free for it.
    private func words(_ capability: Capability) -> String {
        let kind = capability.kind.rawValue
        guard let flow = capability.flow, counts[capability.kind] == 1 else { return kind }
        return "\(flow.homieName.lowercased()) \(kind)"
    }

    private func object(_ part: PartID, _ label: String) -> String {
        (part == .main ? label : "\(part) \(label)").replacing("-", with: "_").replacing(" ", with: "_").lowercased()
    }

    private func topic(_ platform: String, _ object: String, _ last: String) -> JSONValue {
        .text("\(root)/\(platform)/\(object)/\(last)")
    }
}
