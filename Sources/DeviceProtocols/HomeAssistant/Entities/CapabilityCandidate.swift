import HomeModel

/// A candidate for a capability: a value that an entity reports or receives. Its part is not known yet, nor whether
/// another entity offers the same.
struct CapabilityCandidate: Sendable {
    let kind: CapabilityKind
    let coding: ValueCoding
    /// Distinguishes it from the other candidates of the entity. A generic kind without a label gets the name of the
    /// entity.
    var label: String?
    /// Whether the capability gets a label even if no other one has the same kind.
    var isLabelled = false
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var options: [String]?
    var flow: EnergyFlow?
    var reportedUnit: Unit?
    /// The unit that the entity announces for a generic number.
    var announcedUnit: String?
    var stateMapping: StateMapping?
    var commandMapping: CommandMapping?

    init(
        _ kind: CapabilityKind, coding: ValueCoding, stateMapping: StateMapping?,
        commandMapping: CommandMapping? = nil
    ) {
        self.kind = kind
        self.coding = coding
        self.stateMapping = stateMapping
        self.commandMapping = commandMapping
        switch kind {
        case .number, .choice, .text: isLabelled = true
        default: break
        }
    }

    func capability(_ name: CapabilityName) -> Capability {
        Capability(
            name, minimum: minimum, maximum: maximum, step: step, roundsToStep: step != nil && commandMapping != nil,
            options: options, isReported: stateMapping != nil, isCommanded: commandMapping != nil, flow: flow,
            announcedUnit: announcedUnit)
    }
}

extension CapabilityCandidate {
    /// A boolean with a word for each value.
    static func boolean(
        _ kind: CapabilityKind, off: String, on: String, stateMapping: StateMapping?,
        commandMapping: CommandMapping? = nil
    ) -> CapabilityCandidate {
        CapabilityCandidate(
            kind, coding: .boolean(whenFalse: .text(off), whenTrue: .text(on)), stateMapping: stateMapping,
            commandMapping: commandMapping)
    }

    /// A choice of the entity's words.
    static func choice(
        _ words: [ChoiceWord], of kind: CapabilityKind = .choice, label: String? = nil, stateMapping: StateMapping?,
        commandMapping: CommandMapping? = nil
    ) -> CapabilityCandidate {
        var candidate = CapabilityCandidate(
            kind, coding: .options(words), stateMapping: stateMapping, commandMapping: commandMapping)
        var taken: Set<String> = []
        candidate.options = words.map(\.meaning).filter { taken.insert($0).inserted }
        candidate.label = label
        return candidate
    }

    /// Whether something moves. The first word of each meaning is the one that simulated devices use.
    static func movement(_ words: [ChoiceWord], stateMapping: StateMapping?, commandMapping: CommandMapping?)
        -> CapabilityCandidate
    {
        var candidate = CapabilityCandidate.choice(
            words, of: .movement, stateMapping: stateMapping, commandMapping: commandMapping)
        candidate.options = CapabilityKind.movement.facts.options
        return candidate
    }

    /// A number that is shown as a state in canonical units.
    static func number(
        _ kind: CapabilityKind, numbers: SteppedScale, low: Double? = nil, high: Double? = nil,
        label: String? = nil, stateMapping: StateMapping?, commandMapping: CommandMapping? = nil
    ) -> CapabilityCandidate {
        var candidate = CapabilityCandidate(
            kind, coding: .number(.identity), stateMapping: stateMapping, commandMapping: commandMapping)
        candidate.stateMapping?.transformation = .numbers(numbers)
        let ends = numbers.bounds(low, high)
        let announced = AnnouncedRange(kind, low: ends.minimum, high: ends.maximum)
        (candidate.minimum, candidate.maximum) = (announced.minimum, announced.maximum)
        candidate.step = numbers.canonicalStep
        candidate.label = label
        return candidate
    }

    /// A harmless command without a state: it stops something or concerns only the device itself.
    static func harmlessButton(_ label: String?, commandMapping: CommandMapping) -> CapabilityCandidate {
        .choice(
            [ChoiceWord(word: "press", meaning: "press")], label: label, stateMapping: nil,
            commandMapping: commandMapping)
    }

    /// A command without a state and with an unknown effect. A person is asked what it moves.
    static func sensitiveButton(_ commandMapping: CommandMapping) -> CapabilityCandidate {
        var candidate = CapabilityCandidate(.button, coding: .text, stateMapping: nil, commandMapping: commandMapping)
        candidate.options = ["press"]
        candidate.isLabelled = true
        return candidate
    }
}
