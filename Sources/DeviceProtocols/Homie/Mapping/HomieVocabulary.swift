package import HomeModel

/// The meanings of property ids.
package enum HomieVocabulary {
    /// The id that simulated devices use for a kind: `color-temperature`.
    package static func canonicalID(_ kind: CapabilityKind) -> String {
        canonicalIDs[kind] ?? kind.rawValue.lowercased()
    }

    private static let canonicalIDs: [CapabilityKind: String] = Dictionary(
        uniqueKeysWithValues: CapabilityKind.allCases.map { kind in
            (kind, kind.rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined())
        })

    /// The kinds that an id may denote, the most likely first. Rank 0 is the canonical id.
    static func candidates(_ id: String) -> [(kind: CapabilityKind, rank: Int)] { byID[id] ?? [] }

    static let byID: [String: [(kind: CapabilityKind, rank: Int)]] = {
        var table: [String: [(kind: CapabilityKind, rank: Int)]] = [:]
        for kind in CapabilityKind.allCases { table[canonicalID(kind), default: []].append((kind, 0)) }
        for (kind, ids) in aliases {
            for (index, id) in ids.enumerated() { table[id, default: []].append((kind, index + 1)) }
        }
        return table
    }()

    private static let aliases: KeyValuePairs<CapabilityKind, [String]> = [
        .switch: ["on", "on-off", "onoff", "relay", "outlet", "power", "state", "light"],
        .brightness: ["dimmer", "dim", "level", "intensity"],
        .colorTemperature: ["color-temp", "colour-temperature", "ct", "white-temperature"],
        .color: ["colour", "rgb", "hsv"],
        .targetTemperature: ["setpoint", "set-point", "temperature-setpoint", "target", "heating-setpoint"],
        .targetHumidity: ["humidity-setpoint"],
        .thermostatMode: ["mode", "hvac-mode", "system-mode"],
        .garageDoor: ["garage", "gate", "door"],
        .lock: ["locked", "lock-state", "door-lock", "door"],
        .position: ["shutter", "cover", "blind", "lift"],
        .fanSpeed: ["fan", "speed"],
        .temperature: ["temp", "current-temperature", "room-temperature", "air-temperature"],
        .humidity: ["relative-humidity", "current-humidity"],
        .pressure: ["air-pressure", "barometric-pressure", "atmospheric-pressure"],
        .co2: ["carbon-dioxide"],
        .pm25: ["pm2-5", "pm-2-5"],
        .voc: ["tvoc"],
        .illuminance: ["lux", "light-level", "luminance"],
        .noise: ["sound-level", "loudness"],
        .power: ["active-power"],
        .energy: ["active-energy", "total-energy", "energy-total"],
        .gas: ["gas-volume"],
        .water: ["water-volume"],
        .flow: ["flow-rate", "water-flow"],
        .occupancy: ["occupied", "presence"],
        .motion: ["movement"],
        .leak: ["water-leak", "flood"],
        .carbonMonoxide: ["co"],
        .tamper: ["tampered"],
        .button: ["action", "press", "pressed", "doorbell"],
        .battery: ["battery-level"],
        .linkQuality: ["signal", "signal-strength", "signal-quality"],
        .alarm: ["alarm-state", "security-system"],
        .siren: ["buzzer"],
        .media: ["playback", "player"],
        .contact: ["open", "opened", "door", "window", "garage", "gate"],
    ]

    /// Ids of contacts that denote the *open* state: `true` becomes `false` in the gateway, where a closed contact is
    /// `true`.
    static let openIDs: Set<String> = ["open", "opened", "door", "window", "garage", "gate"]

    /// Kinds whose names also denote other things. Such a name identifies the kind only if the property is read-only
    /// and has a unit.
    static let measured: Set<CapabilityKind> = [
        .speed, .distance, .duration, .weight, .dataSize, .dataRate, .rain, .rainRate, .frequency, .irradiance,
        .windSpeed, .windDirection, .conductivity,
    ]

    /// Kinds that other ids than their own denote only if the property can be set: a read-only `door` is a contact.
    static let actuators: Set<CapabilityKind> = [.switch, .garageDoor, .lock]
}

extension EnergyFlow {
    /// The energy flow that the words of an id or name denote. Only whole words count.
    init?(homieWords text: String) {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let flows = words.compactMap { Self.words[$0] }
        guard let flow = flows.first else { return nil }
        self = flow
    }

    private static let words: [String: EnergyFlow] = [
        "consumption": .consumption, "consumed": .consumption, "usage": .consumption,
        "production": .production, "produced": .production, "generation": .production, "generated": .production,
        "yield": .production, "solar": .production, "pv": .production,
        "import": .gridImport, "imported": .gridImport, "export": .gridExport, "exported": .gridExport,
        "charge": .charge, "charged": .charge, "charging": .charge,
        "discharge": .discharge, "discharged": .discharge, "discharging": .discharge,
    ]
}
