import HomeModel

/// How an expose serves as a capability of one kind.
struct ZigbeeFit {
    let coding: ValueCoding
    var words: [ZigbeeWord] = []
    /// The device's own range, for orders.
    var range: ZigbeeRange?
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var options: [String]?
    var reportedUnit: Unit?
}

extension ZigbeeFit {
    /// Nil when the expose's type, unit or words cannot be of this kind.
    init?(_ kind: CapabilityKind, _ expose: ZigbeeExpose) {
        switch (kind.facts.valueType, expose.form) {
        case (.boolean, .binary) where kind == .contact:
            guard let values = expose.contactValues else { return nil }
            self.init(coding: .boolean(whenFalse: values.open, whenTrue: values.closed))
        case (.boolean, .binary(let whenOff, let whenOn)):
            self.init(coding: .boolean(whenFalse: whenOff, whenTrue: whenOn))
        case (.choice, .binary(let whenOff, let whenOn)) where kind == .lock:
            // Whatever its words are: a lock that is on is locked.
            let words = [ZigbeeWord(native: whenOff, plain: "unlocked"), ZigbeeWord(native: whenOn, plain: "locked")]
            let names = ["unlocked", "locked"]
            self.init(
                coding: .options(names.map { ChoiceWord(word: $0, meaning: $0) }), words: words, options: names)
        case (.choice, .binary(let whenOff, let whenOn)):
            guard let fit = Self.choice(kind, [whenOff, whenOn], names: ["off", "on"]) else { return nil }
            self = fit
        case (.choice, .options(let values)):
            guard let fit = Self.choice(kind, values, names: nil) else { return nil }
            self = fit
        case (.text, .options(let values)) where kind == .button:
            self.init(coding: .text, options: values.map { $0.text ?? $0.description })
        case (.text, .numeric) where kind == .button: self.init(coding: .text)
        case (.text, .text): self.init(coding: .text)
        case (.color, .color(let shape)): self.init(coding: .color(shape))
        case (.number, .options) where kind == .position: self = Self.opening
        case (.number, .numeric(let range)):
            guard let fit = Self.number(kind, range) else { return nil }
            self = fit
        default: return nil
        }
    }

    /// A cover is stopped by a word of its state; what another expose tells of its way is read in that one's words.
    static func movement(_ reported: [JSONValue]) -> ZigbeeFit {
        let stop = ChoiceWord(word: "STOP", meaning: "stopped")
        let words = reported.compactMap(\.text).compactMap { word in
            Vocabulary.meaning(of: word, in: .movement).map { ChoiceWord(word: word, meaning: $0) }
        }
        return ZigbeeFit(
            coding: .options([stop] + words.filter { $0 != stop }), options: CapabilityKind.movement.facts.options)
    }

    /// A cover without position: open, closed, and nothing between them.
    private static let opening = ZigbeeFit(
        coding: .number(.identity),
        words: [
            ZigbeeWord(native: "OPEN", plain: 100, isOnly: true), ZigbeeWord(native: "CLOSE", plain: 0, isOnly: true),
            ZigbeeWord(native: "STOP", plain: .null),
        ], minimum: 0, maximum: 100, step: 100)
}

// MARK: Numbers

extension ZigbeeFit {
    private static func number(_ kind: CapabilityKind, _ range: ZigbeeRange) -> ZigbeeFit? {
        guard let scale = scale(kind, range) else { return nil }
        if case .reading = kind.facts.recording { return reading(kind, range, scale) }
        var native = range
        if scale != .identity { native.step = native.step ?? 1 }
        var ends = [range.minimum, range.maximum].map { $0.flatMap(scale.canonical) }
        if scale.isFalling { ends.reverse() }
        let announced = AnnouncedRange(kind, low: ends[0], high: ends[1])
        // Orders are held to the range that takes the place of an impossible one.
        if [announced.minimum, announced.maximum] != ends {
            ends = [announced.minimum, announced.maximum].map { $0.flatMap(scale.native)?.rounded() }
            if scale.isFalling { ends.reverse() }
            (native.minimum, native.maximum) = (ends[0], ends[1])
        }
        return ZigbeeFit(
            coding: .number(scale), range: native, minimum: announced.minimum, maximum: announced.maximum,
            step: native.step.flatMap(scale.canonicalStep))
    }

    /// Recorded values keep the device's unit. The device's bounds do not matter but for the sign of a power: they are
    /// often too narrow, and physics has its own.
    private static func reading(_ kind: CapabilityKind, _ range: ZigbeeRange, _ scale: Scale) -> ZigbeeFit {
        let floor = kind == .power ? range.minimum.flatMap { $0 < 0 ? scale.canonical($0) : nil } : nil
        guard case .unit(let unit, _) = scale else { return ZigbeeFit(coding: .number(scale), minimum: floor) }
        return ZigbeeFit(coding: .number(.identity), minimum: floor, reportedUnit: unit)
    }

    private static func scale(_ kind: CapabilityKind, _ range: ZigbeeRange) -> Scale? {
        if kind == .number { return .identity }
        guard kind.facts.unit != nil else {
            // Some meters count their power factor in hundredths, and show it only by how far that goes.
            let isPercent = kind == .powerFactor && range.unit == nil && (range.maximum ?? 1) > 2
            return isPercent ? .times(0.01) : Vocabulary.scale(of: kind, in: range.unit)
        }
        if kind == .linkQuality { return .percent(of: 0...(range.maximum.flatMap { $0 > 0 ? $0 : nil } ?? 255)) }
        if let symbol = range.unit {
            guard let scale = Vocabulary.scale(of: kind, in: symbol) else { return nil }
            if scale != .identity { return scale }
        }
        switch kind {
        // A brightness or speed without unit has a range of its own, that starts at 0 wherever its minimum is.
        case .brightness, .fanSpeed, .position, .tilt:
            let most = range.maximum ?? (kind == .brightness ? 254 : 100)
            guard most > 0 else { return nil }
            return most == 100 ? .identity : .percent(of: 0...most)
        case .colorTemperature: return range.unit == nil ? .unit(.mired, canonical: .kelvin) : .identity
        // Before version 2, an illuminance without unit was the sensor's raw value.
        case .illuminance, .voc: return range.unit == nil ? nil : .identity
        // What has no unit under such a name may be anything: a level, a raw value.
        case .rain, .rainRate, .water, .gas, .distance, .windSpeed, .conductivity, .irradiance:
            return range.unit == nil ? nil : .identity
        default: return .identity
        }
    }
}

// MARK: Words

extension ZigbeeFit {
    /// Kinds whose safety hangs on their word keep the device's own options; the others must be understood whole.
    private static func choice(_ kind: CapabilityKind, _ values: [JSONValue], names: [String]?) -> ZigbeeFit? {
        let own = zip(values, names ?? values.map(\.description)).map { $0.text ?? $1 }
        guard Set(own).count == own.count else { return nil }
        let words = zip(own, values).compactMap { name, value in
            value.text == nil ? ZigbeeWord(native: value, plain: .text(name)) : nil
        }
        let pairs: [ChoiceWord]
        if kind == .choice {
            pairs = own.map { ChoiceWord(word: $0, meaning: $0) }
        } else {
            guard let understood = meanings(own, kind) else { return nil }
            pairs = understood
        }
        return ZigbeeFit(coding: .options(pairs), words: words, options: pairs.map(\.meaning))
    }

    private static func meanings(_ words: [String], _ kind: CapabilityKind) -> [ChoiceWord]? {
        let options = TellingWords.meanings(of: words, in: kind)
        switch kind {
        case .lock, .garageDoor, .valve, .alarm: return options
        default: return options.allSatisfy { kind.facts.options.contains($0.meaning) } ? options : nil
        }
    }

    /// A lock that also tells where its bolt is: orders in the words of the one, reports in those of the other.
    func withBolt(_ words: [JSONValue]) -> ZigbeeFit {
        guard case .options(let told) = coding else { return self }
        let known = words.compactMap(\.text).map { word in
            ChoiceWord(word: word, meaning: word == "not_fully_locked" ? "jammed" : word)
        }
        let pairs = told + known.filter { !told.contains($0) }
        return ZigbeeFit(coding: .options(pairs), words: self.words, options: pairs.map(\.meaning))
    }
}
