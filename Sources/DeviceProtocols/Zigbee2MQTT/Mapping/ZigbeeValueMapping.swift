import HomeModel

/// The mapping of an expose to a capability of one kind.
struct ZigbeeValueMapping {
    let coding: ValueCoding
    var words: [ZigbeeWordMapping] = []
    /// The device's own range, for commands.
    var range: ZigbeeRange?
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var options: [String]?
    var reportedUnit: Unit?
}

extension ZigbeeValueMapping {
    /// Returns nil if the expose's type, unit or words do not fit this kind.
    init?(_ kind: CapabilityKind, expose: ZigbeeExpose) {
        switch (kind.facts.valueType, expose.form) {
        case (.boolean, .binary) where kind == .contact:
            guard let values = expose.contactValues else { return nil }
            self.init(coding: .boolean(whenFalse: values.open, whenTrue: values.closed))
        case (.boolean, .binary(let whenOff, let whenOn)):
            self.init(coding: .boolean(whenFalse: whenOff, whenTrue: whenOn))
        case (.choice, .binary(let whenOff, let whenOn)) where kind == .lock:
            // A lock that is on is locked, whatever its words are.
            let words = [
                ZigbeeWordMapping(native: whenOff, plain: "unlocked"),
                ZigbeeWordMapping(native: whenOn, plain: "locked"),
            ]
            let names = ["unlocked", "locked"]
            self.init(
                coding: .options(names.map { ChoiceWord(word: $0, meaning: $0) }), words: words, options: names)
        case (.choice, .binary(let whenOff, let whenOn)):
            guard let fit = Self.choice(kind, values: [whenOff, whenOn], names: ["off", "on"]) else { return nil }
            self = fit
        case (.choice, .options(let values)):
            guard let fit = Self.choice(kind, values: values, names: nil) else { return nil }
            self = fit
        case (.text, .options(let values)) where kind == .button:
            self.init(coding: .text, options: values.map { $0.text ?? $0.description })
        case (.text, .numeric) where kind == .button: self.init(coding: .text)
        case (.text, .text): self.init(coding: .text)
        case (.color, .color(let shape)): self.init(coding: .color(shape))
        case (.number, .options) where kind == .position: self = Self.opening
        case (.number, .numeric(let range)):
            guard let fit = Self.number(kind, range: range) else { return nil }
            self = fit
        default: return nil
        }
    }

    /// A word of its state stops the cover. The values of another expose report its movement.
    static func movement(_ reported: [JSONValue]) -> ZigbeeValueMapping {
        let stop = ChoiceWord(word: "STOP", meaning: "stopped")
        let words = reported.compactMap(\.text).compactMap { word in
            Vocabulary.meaning(of: word, in: .movement).map { ChoiceWord(word: word, meaning: $0) }
        }
        return ZigbeeValueMapping(
            coding: .options([stop] + words.filter { $0 != stop }), options: CapabilityKind.movement.facts.options)
    }

    /// A cover without positions can only be open or closed.
    private static let opening = ZigbeeValueMapping(
        coding: .number(.identity),
        words: [
            ZigbeeWordMapping(native: "OPEN", plain: 100, isOnly: true),
            ZigbeeWordMapping(native: "CLOSE", plain: 0, isOnly: true),
            ZigbeeWordMapping(native: "STOP", plain: .null),
        ], minimum: 0, maximum: 100, step: 100)
}

// MARK: Numbers

extension ZigbeeValueMapping {
    private static func number(_ kind: CapabilityKind, range: ZigbeeRange) -> ZigbeeValueMapping? {
        guard let scale = scale(kind, range: range) else { return nil }
        if case .reading = kind.facts.recording { return reading(kind, range: range, scale: scale) }
        var native = range
        if scale != .identity { native.step = native.step ?? 1 }
        var ends = [range.minimum, range.maximum].map { $0.flatMap(scale.canonical) }
        if scale.isDecreasing { ends.reverse() }
        let announced = AnnouncedRange(kind, low: ends[0], high: ends[1])
        // Commands are limited to the range that replaces an impossible one.
        if [announced.minimum, announced.maximum] != ends {
            ends = [announced.minimum, announced.maximum].map { $0.flatMap(scale.native)?.rounded() }
            if scale.isDecreasing { ends.reverse() }
            (native.minimum, native.maximum) = (ends[0], ends[1])
        }
        return ZigbeeValueMapping(
            coding: .number(scale), range: native, minimum: announced.minimum, maximum: announced.maximum,
            step: native.step.flatMap(scale.canonicalStep))
    }

    /// Recorded values keep the device's unit. The device's bounds are ignored, because they are often too narrow and
    /// the validator checks physical limits; only a negative lower bound of a power counts.
    private static func reading(_ kind: CapabilityKind, range: ZigbeeRange, scale: Scale) -> ZigbeeValueMapping {
        let floor = kind == .power ? range.minimum.flatMap { $0 < 0 ? scale.canonical($0) : nil } : nil
        guard case .unit(let unit, _) = scale else { return ZigbeeValueMapping(coding: .number(scale), minimum: floor) }
        return ZigbeeValueMapping(coding: .number(.identity), minimum: floor, reportedUnit: unit)
    }

    private static func scale(_ kind: CapabilityKind, range: ZigbeeRange) -> Scale? {
        if kind == .number { return .identity }
        guard kind.facts.unit != nil else {
            // Some meters report the power factor in hundredths. Only their maximum shows it.
            let isPercent = kind == .powerFactor && range.unit == nil && (range.maximum ?? 1) > 2
            return isPercent ? .times(0.01) : Vocabulary.scale(of: kind, in: range.unit)
        }
        if kind == .linkQuality { return .percent(of: 0...(range.maximum.flatMap { $0 > 0 ? $0 : nil } ?? 255)) }
        if let symbol = range.unit {
            guard let scale = Vocabulary.scale(of: kind, in: symbol) else { return nil }
            if scale != .identity { return scale }
        }
        switch kind {
        // Without a unit, the range starts at 0, whatever the minimum is.
        case .brightness, .fanSpeed, .position, .tilt:
            let most = range.maximum ?? (kind == .brightness ? 254 : 100)
            guard most > 0 else { return nil }
            return most == 100 ? .identity : .percent(of: 0...most)
        case .colorTemperature: return range.unit == nil ? .unit(.mired, canonical: .kelvin) : .identity
        // Before version 2, an illuminance without a unit was the raw value of the sensor.
        case .illuminance, .voc: return range.unit == nil ? nil : .identity
        // A value with such a name and without a unit may be anything, such as a level or a raw value.
        case .rain, .rainRate, .water, .gas, .distance, .windSpeed, .conductivity, .irradiance:
            return range.unit == nil ? nil : .identity
        default: return .identity
        }
    }
}

// MARK: Words

extension ZigbeeValueMapping {
    /// Kinds whose options are relevant for safety keep options without a known meaning in the device's words. For the
    /// other kinds every option must have a known meaning.
    private static func choice(_ kind: CapabilityKind, values: [JSONValue], names: [String]?) -> ZigbeeValueMapping? {
        let own = zip(values, names ?? values.map(\.description)).map { $0.text ?? $1 }
        guard Set(own).count == own.count else { return nil }
        let words = zip(own, values).compactMap { name, value in
            value.text == nil ? ZigbeeWordMapping(native: value, plain: .text(name)) : nil
        }
        let pairs: [ChoiceWord]
        if kind == .choice {
            pairs = own.map { ChoiceWord(word: $0, meaning: $0) }
        } else {
            guard let understood = meanings(own, kind: kind) else { return nil }
            pairs = understood
        }
        return ZigbeeValueMapping(coding: .options(pairs), words: words, options: pairs.map(\.meaning))
    }

    private static func meanings(_ words: [String], kind: CapabilityKind) -> [ChoiceWord]? {
        let options = SafetyKeywords.meanings(of: words, in: kind)
        switch kind {
        case .lock, .garageDoor, .valve, .alarm: return options
        default: return options.allSatisfy { kind.facts.options.contains($0.meaning) } ? options : nil
        }
    }

    /// Adds the reports of a lock's bolt: commands use the words of the lock, reports those of the bolt.
    func withBolt(_ words: [JSONValue]) -> ZigbeeValueMapping {
        guard case .options(let told) = coding else { return self }
        let known = words.compactMap(\.text).map { word in
            ChoiceWord(word: word, meaning: word == "not_fully_locked" ? "jammed" : word)
        }
        let pairs = told + known.filter { !told.contains($0) }
        return ZigbeeValueMapping(coding: .options(pairs), words: self.words, options: pairs.map(\.meaning))
    }
}
