package import HomeModel

/// One row of a mapping: a capability, and the characteristics that report and set it.
package struct MappingRow: Sendable {
    package let kind: CapabilityKind
    /// The label of a generic kind, or of a second capability of one kind.
    package let label: PartID?
    /// The label if another row of the same service has taken the plain name.
    let alternative: PartID?
    let form: Form

    /// How the characteristics stand for the value.
    enum Form: Sendable {
        /// 0 and 1, or false and true.
        case boolean(CharacteristicKind, isInverted: Bool, isSettable: Bool)
        /// The number that is reported, and the one that is set.
        case number(CharacteristicKind, target: CharacteristicKind?, NumberForm)
        /// Hue and saturation.
        case color(CharacteristicKind, CharacteristicKind, power: CharacteristicKind)
        /// The first of `current` that the service has is reported.
        case choice(
            current: [CharacteristicKind], words: [NumberedWord], target: CharacteristicKind?, commands: [NumberedWord])
        /// Whether it is active, and its mode while it is.
        case climateMode(CharacteristicKind, CharacteristicKind, words: [NumberedWord])
        case press(CharacteristicKind)
        case movement(CharacteristicKind, hold: CharacteristicKind)
        /// The words are the names of the linked services *Input Source*.
        case input(CharacteristicKind)
    }

    private init(_ kind: CapabilityKind, label: String?, alternative: String? = nil, form: Form) {
        self.kind = kind
        self.label = label.flatMap { PartID($0) }
        self.alternative = alternative.flatMap { PartID($0) }
        self.form = form
    }

    /// The name of the capability, unless another row has taken it.
    package var name: CapabilityName { CapabilityName(kind, label: label) }
}

extension MappingRow {
    static func boolean(
        _ kind: CapabilityKind, label: String? = nil, from characteristic: CharacteristicKind,
        isInverted: Bool = false, isSettable: Bool = false
    ) -> Self {
        Self(
            kind, label: label, form: .boolean(characteristic, isInverted: isInverted, isSettable: isSettable))
    }

    static func measured(_ kind: CapabilityKind, label: String? = nil, from current: CharacteristicKind) -> Self {
        Self(kind, label: label, form: .number(current, target: nil, NumberForm()))
    }

    static func number(
        _ kind: CapabilityKind, label: String? = nil, alternative: String? = nil, from current: CharacteristicKind,
        target: CharacteristicKind, form: NumberForm
    ) -> Self {
        Self(kind, label: label, alternative: alternative, form: .number(current, target: target, form))
    }

    static func setPoint(
        _ kind: CapabilityKind, label: String? = nil, alternative: String? = nil, of target: CharacteristicKind,
        usual: ClosedRange<Double>, step: Double = 0.1
    ) -> Self {
        Self(
            kind, label: label, alternative: alternative,
            form: .number(
                target, target: target, NumberForm(usual: usual, usualStep: step, tolerance: .halfStep)))
    }

    /// A choice that is only reported.
    static func state(
        _ label: String, from current: CharacteristicKind, words: [NumberedWord]
    ) -> Self {
        Self(.choice, label: label, form: .choice(current: [current], words: words, target: nil, commands: []))
    }

    /// A choice that one characteristic reports and receives.
    static func setting(
        _ kind: CapabilityKind = .choice, label: String? = nil, of target: CharacteristicKind, words: [NumberedWord]
    ) -> Self {
        Self(kind, label: label, form: .choice(current: [target], words: words, target: target, commands: words))
    }

    /// A choice that one characteristic reports, and another receives. `commands` are the words for the latter.
    static func choice(
        _ kind: CapabilityKind, from current: [CharacteristicKind], words: [NumberedWord],
        target: CharacteristicKind, commands: [NumberedWord]
    ) -> Self {
        Self(
            kind, label: nil,
            form: .choice(current: current, words: words, target: target, commands: commands))
    }

    static func color(
        hue: CharacteristicKind, saturation: CharacteristicKind, power: CharacteristicKind
    ) -> Self {
        Self(.color, label: nil, form: .color(hue, saturation, power: power))
    }

    static func climateMode(
        active: CharacteristicKind, mode: CharacteristicKind, words: [NumberedWord]
    ) -> Self {
        Self(.thermostatMode, label: nil, form: .climateMode(active, mode, words: words))
    }

    static func press(_ event: CharacteristicKind) -> Self { Self(.button, label: nil, form: .press(event)) }

    static func movement(_ state: CharacteristicKind, hold: CharacteristicKind) -> Self {
        Self(.movement, label: nil, form: .movement(state, hold: hold))
    }

    static func input(_ active: CharacteristicKind) -> Self { Self(.choice, label: "input", form: .input(active)) }
}
