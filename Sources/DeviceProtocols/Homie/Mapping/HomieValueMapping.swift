import HomeModel

/// The mapping of a property to a capability of one kind.
struct HomieValueMapping {
    let coding: HomieCoding
    var range = HomieRange()
    var options: [String]?
    /// The unit of recorded values if it is not the canonical one.
    var reportedUnit: String?
}

extension HomieValueMapping {
    /// Returns nil if the property's datatype, unit or options do not fit this kind.
    init?(_ kind: CapabilityKind, id: String, property: HomieProperty, format: HomieFormat) {
        switch (kind.facts.valueType, format) {
        case (.boolean, .labels(let labels)):
            let isInverted = kind == .contact ? Self.isOpen(whenTrue: labels, id) : Self.isNo(whenTrue: labels)
            self.init(coding: .boolean(whenFalse: "\(isInverted)", whenTrue: "\(!isInverted)"))
        case (.boolean, .options(let words)):
            guard let pair = kind == .contact ? Self.closedAndOpen(words) : Self.yesAndNo(words) else { return nil }
            self.init(coding: .boolean(whenFalse: pair.whenFalse, whenTrue: pair.whenTrue))
        case (.number, .range(let range)):
            self.init(kind, property: property, native: range)
        case (.choice, .options(let words)):
            guard let options = Self.meanings(words, kind: kind) else { return nil }
            self.init(options: options)
        case (.choice, .labels(let labels)):
            guard let options = Self.meanings(labels, kind: kind) else { return nil }
            self.init(options: options)
        case (.text, .free):
            self.init(coding: .text(allowsEmpty: property.datatype == .string))
        case (.text, .options(let words)) where kind == .button:
            self.init(options: words.map { ChoiceWord(word: $0, meaning: $0) })
        case (.text, .labels(let labels)) where kind == .button:
            self.init(options: Self.options(labels ?? BooleanWords(whenFalse: "released", whenTrue: "pressed")))
        case (.color, .colors(let encoding)):
            self.init(coding: .color(encoding))
        default:
            return nil
        }
    }

    private init(options: [ChoiceWord]) {
        self.init(coding: .options(options), options: options.map(\.meaning))
    }

    // MARK: Numbers

    private init?(_ kind: CapabilityKind, property: HomieProperty, native: HomieRange) {
        var native = native
        if property.datatype == .integer { native.step = native.step ?? 1 }
        guard let scale = Self.scale(kind, property: property, range: native) else { return nil }
        var ends = [native.minimum, native.maximum].map { $0.flatMap(scale.canonical) }
        if scale.isDecreasing { ends.reverse() }
        let announced = AnnouncedRange(kind, low: ends[0], high: ends[1])
        if [announced.minimum, announced.maximum] != ends {
            ends = [announced.minimum, announced.maximum].map { $0.flatMap(scale.native) }
            if scale.isDecreasing { ends.reverse() }
            (native.minimum, native.maximum) = (ends[0], ends[1])
        }
        let range = HomieRange(
            minimum: announced.minimum, maximum: announced.maximum, step: native.step.flatMap(scale.canonicalStep))
        let isInteger = property.datatype == .integer
        if case .reading = kind.facts.recording, case .unit(let unit, _) = scale {
            // Recorded values keep the device's unit. The validator converts them and reports values that it cannot
            // convert.
            self.init(
                coding: .number(isInteger: isInteger, native, .identity), range: range, reportedUnit: unit.rawValue)
        } else {
            self.init(coding: .number(isInteger: isInteger, native, scale), range: range)
        }
    }

    private static func scale(
        _ kind: CapabilityKind, property: HomieProperty, range: HomieRange
    ) -> Scale? {
        if kind == .number { return .identity }
        guard property.unit == nil, let canonical = kind.facts.unit else {
            return Vocabulary.scale(of: kind, in: property.unit)
        }
        switch canonical {
        case .percent:
            // 0:1 and 0:255 are other forms of 0–100 %; 30:70 is a part of 0–100 %.
            guard range.minimum == 0, let most = range.maximum, most == 1 || most > 100 else { return .identity }
            return .percent(of: 0...most)
        // A light's 153:500 is in mired: as kelvin, such colours do not exist in lamps.
        case .kelvin where range.maximum.map({ $0 <= 1000 }) ?? false:
            return .unit(.mired, canonical: .kelvin)
        default:
            return .identity
        }
    }

    // MARK: Words

    private static func isOpen(whenTrue labels: BooleanWords?, _ id: String) -> Bool {
        guard let labels else { return HomieVocabulary.openIDs.contains(id) }
        switch Vocabulary.meaning(of: labels.whenTrue, in: .valve) {
        case "open": return true
        case "closed": return false
        default: return HomieVocabulary.openIDs.contains(id)
        }
    }

    /// The labels `on,off` mean that `true` is off.
    private static func isNo(whenTrue labels: BooleanWords?) -> Bool {
        labels.flatMap { yesAndNo([$0.whenFalse, $0.whenTrue]) }.map { $0.whenTrue == labels?.whenFalse } ?? false
    }

    private static func yesAndNo(_ words: [String]) -> BooleanWords? {
        guard words.count == 2,
            let whenTrue = words.first(where: { Vocabulary.trueWords.contains(Vocabulary.normalized($0)) }),
            let whenFalse = words.first(where: { Vocabulary.falseWords.contains(Vocabulary.normalized($0)) })
        else { return nil }
        return BooleanWords(whenFalse: whenFalse, whenTrue: whenTrue)
    }

    private static func closedAndOpen(_ words: [String]) -> BooleanWords? {
        let meanings = words.map { Vocabulary.meaning(of: $0, in: .valve) }
        return switch meanings {
        case ["open", "closed"]: BooleanWords(whenFalse: words[0], whenTrue: words[1])
        case ["closed", "open"]: BooleanWords(whenFalse: words[1], whenTrue: words[0])
        default: nil
        }
    }

    /// Kinds whose options are relevant for safety keep options without a known meaning in the device's words. For the
    /// other kinds every option must have a known meaning.
    private static func meanings(_ words: [String], kind: CapabilityKind) -> [ChoiceWord]? {
        guard kind != .choice else { return words.map { ChoiceWord(word: $0, meaning: $0) } }
        let options = SafetyKeywords.meanings(of: words, in: kind)
        switch kind {
        case .lock, .garageDoor, .valve, .alarm, .appliance:
            return options.contains { kind.facts.options.contains($0.meaning) } ? options : nil
        default: return options.allSatisfy { kind.facts.options.contains($0.meaning) } ? options : nil
        }
    }

    private static func meanings(_ labels: BooleanWords?, kind: CapabilityKind) -> [ChoiceWord]? {
        if kind == .choice { return options(labels ?? BooleanWords(whenFalse: "false", whenTrue: "true")) }
        guard let usual = Vocabulary.booleanMeanings[kind] else { return nil }
        guard let labels, let whenFalse = Vocabulary.meaning(of: labels.whenFalse, in: kind),
            let whenTrue = Vocabulary.meaning(of: labels.whenTrue, in: kind), whenFalse != whenTrue
        else { return options(usual) }
        return options(BooleanWords(whenFalse: whenFalse, whenTrue: whenTrue))
    }

    private static func options(_ labels: BooleanWords) -> [ChoiceWord] {
        [
            ChoiceWord(word: "false", meaning: labels.whenFalse),
            ChoiceWord(word: "true", meaning: labels.whenTrue),
        ]
    }
}
