import HomeModel

/// Something that an entity reports or can be told, before it is known which part of the device it belongs to and
/// whether another entity offers the same.
struct Claim: Sendable {
    let kind: CapabilityKind
    let coding: ValueCoding
    /// What tells it from the entity's other claims; the generic ones without get the entity's name.
    var label: String?
    /// Whether it goes by a label even where nothing else is of its kind.
    var isLabelled = false
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var options: [String]?
    var flow: EnergyFlow?
    var reportedUnit: Unit?
    /// Of a generic number: the unit in which the entity announces it.
    var announcedUnit: String?
    var source: Source?
    var sink: Sink?

    init(_ kind: CapabilityKind, _ coding: ValueCoding, source: Source?, sink: Sink? = nil) {
        self.kind = kind
        self.coding = coding
        self.source = source
        self.sink = sink
        switch kind {
        case .number, .choice, .text: isLabelled = true
        default: break
        }
    }

    func capability(_ name: CapabilityName) -> Capability {
        Capability(
            name, minimum: minimum, maximum: maximum, step: step, roundsToStep: step != nil && sink != nil,
            options: options, isReported: source != nil, isCommanded: sink != nil, flow: flow,
            announcedUnit: announcedUnit)
    }
}

extension Claim {
    /// A boolean in two words.
    static func boolean(
        _ kind: CapabilityKind, off: String, on: String, source: Source?, sink: Sink? = nil
    ) -> Claim {
        Claim(kind, .boolean(whenFalse: .text(off), whenTrue: .text(on)), source: source, sink: sink)
    }

    /// A choice in the entity's words.
    static func choice(
        _ words: [ChoiceWord], of kind: CapabilityKind = .choice, label: String? = nil, source: Source?,
        sink: Sink? = nil
    ) -> Claim {
        var claim = Claim(kind, .options(words), source: source, sink: sink)
        var taken: Set<String> = []
        claim.options = words.map(\.meaning).filter { taken.insert($0).inserted }
        claim.label = label
        return claim
    }

    /// Whether something travels. The first word of each meaning is the one that simulated devices say.
    static func movement(_ words: [ChoiceWord], source: Source?, sink: Sink?) -> Claim {
        var claim = Claim.choice(words, of: .movement, source: source, sink: sink)
        claim.options = CapabilityKind.movement.facts.options
        return claim
    }

    /// A number that is shown as a state, in canonical units.
    static func number(
        _ kind: CapabilityKind, _ numbers: NativeNumbers, low: Double? = nil, high: Double? = nil,
        label: String? = nil, source: Source?, sink: Sink? = nil
    ) -> Claim {
        var claim = Claim(kind, .number(.identity), source: source, sink: sink)
        claim.source?.reshaping = .numbers(numbers)
        let ends = numbers.bounds(low, high)
        let announced = AnnouncedRange(kind, low: ends.minimum, high: ends.maximum)
        (claim.minimum, claim.maximum) = (announced.minimum, announced.maximum)
        claim.step = numbers.canonicalStep
        claim.label = label
        return claim
    }

    /// A command without a state that can do no harm: to stop, or something about the device itself.
    static func press(_ label: String?, _ sink: Sink) -> Claim {
        .choice([ChoiceWord(word: "press", meaning: "press")], label: label, source: nil, sink: sink)
    }

    /// A command without a state that may do anything: a person is asked what it moves.
    static func push(_ sink: Sink) -> Claim {
        var claim = Claim(.button, .text, source: nil, sink: sink)
        claim.options = ["press"]
        claim.isLabelled = true
        return claim
    }
}
