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
        case (.boolean, .binary(let whenOff, let whenOn)):
            // A contact that is on is an open door.
            let (whenFalse, whenTrue) = kind == .contact ? (whenOn, whenOff) : (whenOff, whenOn)
            self.init(coding: .boolean(whenFalse: whenFalse, whenTrue: whenTrue))
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
        let bounds = [range.minimum, range.maximum].map { $0.flatMap(scale.canonical) }
        let isFlipped = scale == .unit(.mired, canonical: .kelvin)
        return ZigbeeFit(
            coding: .number(scale), range: native, minimum: isFlipped ? bounds[1] : bounds[0],
            maximum: isFlipped ? bounds[0] : bounds[1], step: native.step.flatMap(scale.canonicalStep))
    }

    /// Recorded values keep the device's unit. The device's bounds do not matter but for the sign of a power: they are
    /// often too narrow, and physics has its own.
    private static func reading(_ kind: CapabilityKind, _ range: ZigbeeRange, _ scale: Scale) -> ZigbeeFit {
        let floor = kind == .power ? range.minimum.flatMap { $0 < 0 ? scale.canonical($0) : nil } : nil
        guard case .unit(let unit, _) = scale else { return ZigbeeFit(coding: .number(scale), minimum: floor) }
        return ZigbeeFit(coding: .number(.identity), minimum: floor, reportedUnit: unit)
    }

    private static func scale(_ kind: CapabilityKind, _ range: ZigbeeRange) -> Scale? {
        guard let canonical = kind.facts.unit else { return .identity }
        if kind == .linkQuality { return .percent(of: 0...(range.maximum.flatMap { $0 > 0 ? $0 : nil } ?? 255)) }
        if let symbol = range.unit {
            guard let unit = Vocabulary.unit(symbol) else { return nil }
            if unit != canonical {
                return unit.convert(1, to: canonical) == nil ? nil : .unit(unit, canonical: canonical)
            }
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
