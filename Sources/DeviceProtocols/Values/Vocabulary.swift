import HomeModel

/// The meanings of words and units that devices of all dialects use.
enum Vocabulary {
    /// Returns the kind that a unit alone determines.
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
        // Percent, ppm, µg/m³, m³, dB, degrees and micrometres can measure several kinds.
        default: nil
        }
    }

    /// Returns the unit of a symbol. Tolerates spaces around the symbol and a dot after it, which some devices write:
    /// `  C`, `sec.`.
    static func unit(_ symbol: String) -> Unit? {
        if let unit = Unit(symbol: symbol) { return unit }
        guard symbol.utf8.count <= 32 else { return nil }
        if symbol == "MK⁻¹" { return .mired }
        let bare = symbol.split(separator: " ").joined(separator: " ")
        return Unit(symbol: bare.hasSuffix(".") ? String(bare.dropLast()) : bare)
    }

    /// Returns the kind that a symbol alone determines. Also recognizes symbols that are not units, such as `pH`.
    static func kind(measuredIn symbol: String) -> CapabilityKind? {
        if let unit = unit(symbol) { return kind(measuredIn: unit) }
        return wordsForUnits[normalized(symbol)]
    }

    /// Returns the kind that a unit and the words of a name determine together: `km/h` and `wind_gust` are a wind
    /// speed.
    static func kind(measuredIn symbol: String, named name: [String]) -> CapabilityKind? {
        let kind = kind(measuredIn: symbol)
        if name.contains("wind") {
            if unit(symbol) == .degree { return .windDirection }
            if kind == .speed { return .windSpeed }
        }
        if !Set(name).isDisjoint(with: ["rain", "rainfall", "precipitation"]), kind == .distance { return .rain }
        return kind
    }

    /// Returns the scale for numbers of `kind` that are announced in `symbol`; nil if the symbol measures another kind.
    /// No symbol, or for kinds without a unit an unknown symbol, means that the numbers are canonical.
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

    /// Returns the gateway's word for an option of a choice; nil if there is none.
    static func meaning(of word: String, in kind: CapabilityKind) -> String? {
        let normalized = normalized(word)
        if let own = kind.facts.options.first(where: { Self.normalized($0) == normalized }) { return own }
        return synonyms[kind]?[normalized]
    }

    /// Normalizes a word: `ARMED_AWAY`, `armed-away` and `armedAway` are the same word.
    static func normalized(_ word: String) -> String {
        word.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    static let synonyms: [CapabilityKind: [String: String]] = [
        .thermostatMode: [
            "heating": "heat", "cooling": "cool", "heatcool": "auto", "automatic": "auto", "drying": "dry",
            "fanonly": "fan",
        ],
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

    /// The meaning of a boolean that stands for a choice, if its device announces no words.
    static let booleanMeanings: [CapabilityKind: BooleanWords] = [
        .lock: BooleanWords(whenFalse: "unlocked", whenTrue: "locked"),
        .valve: BooleanWords(whenFalse: "closed", whenTrue: "open"),
        .garageDoor: BooleanWords(whenFalse: "closed", whenTrue: "open"),
    ]

    /// Normalized words for true and false.
    static let trueWords: Set<String> = ["on", "true", "yes", "detected", "active", "occupied", "enabled"]
    static let falseWords: Set<String> = ["off", "false", "no", "clear", "inactive", "unoccupied", "disabled"]
}
