import HomeModel

/// What words and units of devices mean, whatever their dialect: facts, nothing else.
enum Vocabulary {
    /// Kinds that a unit gives away by itself.
    static func kind(measuredIn unit: Unit) -> CapabilityKind? {
        switch unit {
        case .celsius, .fahrenheit: .temperature
        case .hectopascal, .pascal, .kilopascal, .inchOfMercury, .millimetreOfMercury: .pressure
        case .lux: .illuminance
        case .watt, .kilowatt: .power
        case .kilowattHour, .wattHour, .megawattHour: .energy
        case .volt, .millivolt: .voltage
        case .ampere, .milliampere: .current
        case .cubicMetrePerHour, .litrePerMinute, .litrePerHour, .gallonPerMinute: .flow
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
        .movement: [
            "stop": "stopped", "idle": "stopped", "pause": "stopped", "paused": "stopped", "static": "stopped",
            "up": "opening", "open": "opening", "down": "closing", "close": "closing",
        ],
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
    static let booleanMeanings: [CapabilityKind: BooleanWords] = [
        .lock: BooleanWords(whenFalse: "unlocked", whenTrue: "locked"),
        .valve: BooleanWords(whenFalse: "closed", whenTrue: "open"),
        .garageDoor: BooleanWords(whenFalse: "closed", whenTrue: "open"),
    ]

    /// Words (plain) that say yes or no.
    static let trueWords: Set<String> = ["on", "true", "yes", "detected", "active", "occupied", "enabled"]
    static let falseWords: Set<String> = ["off", "false", "no", "clear", "inactive", "unoccupied", "disabled"]
}
