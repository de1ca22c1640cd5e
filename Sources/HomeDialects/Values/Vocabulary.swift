import HomeModel

/// What words and units of devices mean, whatever their dialect: facts, nothing else.
enum Vocabulary {
    /// Kinds that a unit gives away by itself.
    static func kind(measuredIn unit: Unit) -> CapabilityKind? {
        switch unit {
        case .celsius, .fahrenheit: .temperature
        case .hectopascal, .pascal, .kilopascal, .megapascal, .bar, .centibar, .inchOfMercury, .millimetreOfMercury,
            .poundPerSquareInch:
            .pressure
        case .lux: .illuminance
        case .watt, .milliwatt, .kilowatt, .megawatt: .power
        case .kilowattHour, .wattHour, .megawattHour: .energy
        case .volt, .millivolt, .kilovolt: .voltage
        case .ampere, .milliampere: .current
        case .cubicMetrePerHour, .cubicMetrePerSecond, .litrePerMinute, .litrePerHour, .litrePerSecond,
            .gallonPerMinute:
            .flow
        case .voltAmpere, .millivoltAmpere, .kilovoltAmpere: .apparentPower
        case .voltAmpereReactive, .kilovoltAmpereReactive: .reactivePower
        case .voltAmpereReactiveHour, .kilovoltAmpereReactiveHour: .reactiveEnergy
        case .hertz, .millihertz, .kilohertz, .megahertz, .gigahertz: .frequency
        case .metre, .kilometre, .centimetre, .millimetre, .inch, .foot, .yard, .mile: .distance
        case .metrePerSecond, .millimetrePerSecond, .kilometrePerHour, .milePerHour, .footPerSecond, .knot: .speed
        case .millimetrePerHour, .millimetrePerDay, .inchPerHour, .inchPerDay: .rainRate
        case .second, .microsecond, .millisecond, .minute, .hour, .day: .duration
        case .kilogram, .gram, .milligram, .microgram, .ounce, .pound, .stone: .weight
        case .byte, .kilobyte, .megabyte, .gigabyte, .terabyte, .kibibyte, .mebibyte, .gibibyte, .tebibyte, .bit,
            .kilobit, .megabit, .gigabit:
            .dataSize
        case .bitPerSecond, .kilobitPerSecond, .megabitPerSecond, .gigabitPerSecond, .bytePerSecond,
            .kilobytePerSecond, .megabytePerSecond, .gigabytePerSecond, .kibibytePerSecond, .mebibytePerSecond,
            .gibibytePerSecond:
            .dataRate
        case .microsiemensPerCentimetre, .millisiemensPerCentimetre, .siemensPerCentimetre: .conductivity
        case .wattPerSquareMetre, .britishThermalUnitPerHourSquareFoot: .irradiance
        // Percent, ppm, µg/m³, m³, dB, degrees and micrometres may be several things.
        default: nil
        }
    }

    /// Devices also write spaces around their units, and dots behind them: `  C`, `sec.`.
    static func unit(_ symbol: String) -> Unit? {
        if let unit = Unit(symbol: symbol) { return unit }
        guard symbol.utf8.count <= 32 else { return nil }
        if symbol == "MK⁻¹" { return .mired }
        let bare = symbol.split(separator: " ").joined(separator: " ")
        return Unit(symbol: bare.hasSuffix(".") ? String(bare.dropLast()) : bare)
    }

    /// The kind that a unit gives away by itself, where the device names one of those that are no unit at all as well.
    static func kind(measuredIn symbol: String) -> CapabilityKind? {
        if let unit = unit(symbol) { return kind(measuredIn: unit) }
        return wordsForUnits[plain(symbol)]
    }

    /// The kind that a unit and the words of a name give away together: `km/h` of a `wind_gust`.
    static func kind(measuredIn symbol: String, named name: [String]) -> CapabilityKind? {
        let kind = kind(measuredIn: symbol)
        if name.contains("wind") {
            if unit(symbol) == .degree { return .windDirection }
            if kind == .speed { return .windSpeed }
        }
        if !Set(name).isDisjoint(with: ["rain", "rainfall", "precipitation"]), kind == .distance { return .rain }
        return kind
    }

    /// How a number of `kind` is read that is announced in `symbol`; nil when that measures something else. Nil as the
    /// symbol is no unit at all, which for most kinds means the canonical one.
    static func scale(of kind: CapabilityKind, in symbol: String?) -> Scale? {
        guard let symbol else { return .identity }
        guard let canonical = kind.facts.unit else {
            if kind == .powerFactor, unit(symbol) == .percent { return .times(0.01) }
            return unit(symbol) == nil ? .identity : nil
        }
        guard let unit = unit(symbol) else { return nil }
        if unit == canonical { return .identity }
        return unit.convert(1, to: canonical) == nil ? nil : .unit(unit, canonical: canonical)
    }

    private static let wordsForUnits: [String: CapabilityKind] = ["ph": .ph, "uvindex": .uvIndex, "cosφ": .powerFactor]

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
