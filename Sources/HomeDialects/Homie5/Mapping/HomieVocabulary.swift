import HomeModel

/// What property ids and options mean: facts, nothing else.
enum HomieVocabulary {
    /// The id under which our own devices publish a kind: `color-temperature`.
    static func canonicalID(_ kind: CapabilityKind) -> String { canonicalIDs[kind] ?? kind.rawValue.lowercased() }

    private static let canonicalIDs: [CapabilityKind: String] = Dictionary(
        uniqueKeysWithValues: CapabilityKind.allCases.map { kind in
            (kind, kind.rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined())
        })

    /// The kinds that an id may stand for, the likeliest first; rank 0 is the canonical id.
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

    /// Contact ids that name the *open* state: their `true` is our `false` (contact made = closed).
    static let openIDs: Set<String> = ["open", "opened", "door", "window", "garage", "gate"]

    /// Kinds that another id than their own stands for only where it can be set: a `door` that only reports is a contact.
    static let actuators: Set<CapabilityKind> = [.switch, .garageDoor, .lock]

    /// Kinds that a list of options gives away, and the meanings that do.
    static let tellingMeanings: KeyValuePairs<CapabilityKind, Set<String>> = [
        .lock: ["unlocked"], .garageDoor: ["open", "closed"], .alarm: ["disarmed"],
    ]

    /// Kinds that a unit gives away by itself.
    static func kind(measuredIn unit: Unit) -> CapabilityKind? {
        switch unit {
        case .celsius, .fahrenheit: .temperature
        case .hectopascal, .pascal, .kilopascal: .pressure
        case .lux: .illuminance
        case .watt, .kilowatt: .power
        case .kilowattHour, .wattHour: .energy
        case .volt, .millivolt: .voltage
        case .ampere, .milliampere: .current
        case .cubicMetrePerHour, .litrePerMinute: .flow
        default: nil
        }
    }

    static func unit(_ symbol: String) -> Unit? { symbol == "MK⁻¹" ? .mired : Unit(symbol: symbol) }

    /// Our word for a device's option of a choice; nil when it is the device's own.
    static func meaning(of word: String, in kind: CapabilityKind) -> String? {
        let plain = plain(word)
        if let own = kind.facts.options.first(where: { Self.plain($0) == plain }) { return own }
        return synonyms[kind]?[plain]
    }

    /// `ARMED_AWAY`, `armed-away` and `armedAway` are one word.
    static func plain(_ word: String) -> String {
        word.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    static let synonyms: [CapabilityKind: [String: String]] = [
        .thermostatMode: ["heating": "heat", "cooling": "cool", "heatcool": "auto", "automatic": "auto"],
        .lock: ["lock": "locked", "unlock": "unlocked", "jam": "jammed", "blocked": "jammed"],
        .valve: ["opened": "open", "close": "closed"],
        .garageDoor: ["opened": "open", "up": "open", "close": "closed", "down": "closed", "stop": "stopped"],
        .alarm: [
            "disarm": "disarmed", "home": "armedHome", "armhome": "armedHome", "stay": "armedHome",
            "away": "armedAway", "armaway": "armedAway", "alarm": "triggered",
        ],
        .appliance: [
            "stop": "stopped", "off": "stopped", "idle": "stopped", "run": "running", "start": "running",
            "on": "running", "pause": "paused", "done": "finished", "finish": "finished",
        ],
        .media: ["stop": "stopped", "play": "playing", "pause": "paused"],
        .vacuum: [
            "dock": "docked", "clean": "cleaning", "start": "cleaning", "pause": "paused", "return": "returning",
        ],
    ]

    /// What a boolean means for a choice whose device says no more.
    static let booleanMeanings: [CapabilityKind: HomieLabels] = [
        .lock: HomieLabels(whenFalse: "unlocked", whenTrue: "locked"),
        .valve: HomieLabels(whenFalse: "closed", whenTrue: "open"),
        .garageDoor: HomieLabels(whenFalse: "closed", whenTrue: "open"),
    ]

    /// Words (plain) that say yes or no.
    static let trueWords: Set<String> = ["on", "true", "yes", "detected", "active", "occupied", "enabled"]
    static let falseWords: Set<String> = ["off", "false", "no", "clear", "inactive", "unoccupied", "disabled"]
}
