package import HomeModel

/// The meanings of Zigbee2MQTT's keys. Source: zigbee2mqtt.io, “Exposes”; zigbee-herdsman-converters
/// `src/lib/exposes.ts`.
package enum ZigbeeVocabulary {
    /// The keys of measured quantities. The first key of a kind gets the plain name.
    static let quantities: KeyValuePairs<CapabilityKind, [String]> = [
        .temperature: ["temperature", "local_temperature"], .humidity: ["humidity"], .pressure: ["pressure"],
        .co2: ["co2"], .pm1: ["pm1"], .pm25: ["pm25"], .pm10: ["pm10"], .voc: ["voc"],
        .illuminance: ["illuminance", "illuminance_lux"], .noise: ["noise"], .power: ["power"],
        .energy: ["energy", "produced_energy", "energy_produced"], .voltage: ["voltage"], .current: ["current"],
        .battery: ["battery"], .linkQuality: ["linkquality"],
        .water: ["water_consumed", "water_consumed_total", "water_total", "water"], .gas: ["gas_consumed", "gas"],
        .flow: ["flow", "flow_rate", "volume_flow_rate"], .apparentPower: ["power_apparent", "total_power_apparent"],
        .reactivePower: ["power_reactive", "total_power_reactive"], .powerFactor: ["power_factor"],
        .frequency: ["ac_frequency", "frequency"], .windSpeed: ["wind_speed"], .windDirection: ["wind_direction"],
        .rain: ["rain", "rainfall", "precipitation"], .rainRate: ["rain_rate", "precipitation_intensity"],
        .soilMoisture: ["soil_moisture"], .ph: ["ph"], .conductivity: ["conductivity", "ec"], .uvIndex: ["uv_index"],
        .airQualityIndex: ["aqi"], .irradiance: ["irradiance"], .distance: ["distance", "target_distance"],
    ]

    /// The keys of detected conditions.
    static let senses: KeyValuePairs<CapabilityKind, [String]> = [
        .occupancy: ["occupancy", "presence"], .motion: ["motion"],
        .contact: ["contact", "garage_door_contact", "window_open", "window", "door_open", "valve_state"],
        .leak: ["water_leak", "water"], .smoke: ["smoke"], .carbonMonoxide: ["carbon_monoxide"], .tamper: ["tamper"],
    ]

    /// The keys of settable values, by the family of which they are a feature.
    static let actuators: [String: KeyValuePairs<CapabilityKind, [String]>] = [
        "light": [
            .switch: ["state"], .brightness: ["brightness"], .colorTemperature: ["color_temp"], .color: ["color"],
        ],
        "switch": [.switch: ["state"]],
        "fan": [.switch: ["state", "fan_state"], .fanSpeed: ["speed"]],
        "cover": [.position: ["position", "state"], .tilt: ["tilt"]],
        "lock": [.lock: ["state"]],
        "climate": [
            .targetTemperature: [
                "current_heating_setpoint", "occupied_heating_setpoint", "occupied_cooling_setpoint",
                "unoccupied_heating_setpoint", "unoccupied_cooling_setpoint",
            ],
            .thermostatMode: ["system_mode"],
        ],
    ]

    /// The key that simulated devices use for a kind; nil if a feature of `family` has no key for it.
    package static func key(_ kind: CapabilityKind, in family: String?) -> String? {
        guard let family else { return (Array(quantities) + Array(senses)).first { $0.key == kind }?.value.first }
        return actuators[family]?.first { $0.key == kind }?.value.first
    }

    /// The kinds that a key may denote, the most likely first. The rank is the index of the key among those of the
    /// kind.
    static func candidates(_ key: String, in family: String?) -> [(kind: CapabilityKind, rank: Int)] {
        if let family, let rows = actuators[family] { return ranks(of: key, in: rows) + (general[key] ?? []) }
        return general[key] ?? []
    }

    private static let general: [String: [(kind: CapabilityKind, rank: Int)]] = {
        var table: [String: [(kind: CapabilityKind, rank: Int)]] = [:]
        for (kind, keys) in Array(quantities) + Array(senses) {
            for (rank, key) in keys.enumerated() { table[key, default: []].append((kind, rank)) }
        }
        return table
    }()

    private static func ranks(
        of key: String, in rows: KeyValuePairs<CapabilityKind, [String]>
    ) -> [(kind: CapabilityKind, rank: Int)] {
        rows.compactMap { kind, keys in keys.firstIndex(of: key).map { (kind, $0) } }
    }

    /// Whether a read-only binary with this name reports that something is open.
    static func isOpening(_ name: [String]) -> Bool {
        !Set(name).isDisjoint(with: ["contact", "window", "door", "garage", "gate", "opening"])
            && !SafetyKeywords.isDefinitelySetting(name)
    }

    /// Whether a choice beside a cover moves it in steps: `click_control`.
    static func steps(_ name: [String]) -> Bool {
        !Set(name).isDisjoint(with: [
            "click", "control", "step", "jog", "move", "moving", "cover", "shutter", "curtain",
        ])
    }

    /// The keys that report whether a cover moves.
    static let movements: Set<String> = ["moving", "motor_state", "motor_working_state", "work_state"]

    static let sirens: Set<String> = ["alarm", "siren", "buzzer"]

    /// Whether a settable binary without a family may be a relay, so that a person is asked what it moves.
    static func mayMove(_ expose: ZigbeeExpose, isAlone: Bool) -> Bool {
        let words = SafetyKeywords.words(of: expose.key)
        return SafetyKeywords.mayMove(words) || isAlone && !expose.isSetting && !SafetyKeywords.isSetting(words)
    }

    /// Splits the key of a meter's phase: `voltage_phase_b` becomes the part `phase-b` and the key `voltage`.
    static func phase(of key: String) -> (part: String, key: String)? {
        for phase in ["a", "b", "c"] where key.hasSuffix("_phase_" + phase) {
            return ("phase-" + phase, String(key.dropLast(8)))
        }
        return nil
    }
}
