import HomeModel

/// The description of one value in a component's status.
struct ShellyField: Sendable {
    /// The path of the value, such as `aenergy.total`.
    let path: String
    let kind: CapabilityKind
    var label: String?
    /// The subdivision of the component that the value belongs to, such as a phase.
    var piece: String?
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var options: [String]?
    var flow: EnergyFlow?
    var coding = ValueCoding.number(.identity)
    var reportedUnit: Unit?
    /// The unit in which the firmware measures a generic number.
    var announcedUnit: String?
    var shape = ShellyTransformation.plain
    var command: ShellyCommand?

    /// The path of events, which are not part of a status.
    static let event = "event"

    func capability(_ name: CapabilityName) -> Capability {
        Capability(
            name, minimum: minimum, maximum: maximum, step: step, roundsToStep: step != nil && command != .openOrClose,
            options: options, isCommanded: command != nil, flow: flow, announcedUnit: announcedUnit)
    }
}

extension ShellyField {
    static func number(_ path: String, kind: CapabilityKind, label: String? = nil) -> ShellyField {
        ShellyField(path: path, kind: kind, label: label)
    }

    /// A generic number in the unit in which the device measures it; `unit` is nil if it has none.
    static func plain(_ path: String, label: String, in unit: String? = nil) -> ShellyField {
        ShellyField(path: path, kind: .number, label: label, announcedUnit: unit)
    }

    /// A quantity that the device measures in another unit than the canonical one.
    static func quantity(
        _ path: String, kind: CapabilityKind, label: String? = nil, in unit: Unit
    ) -> ShellyField {
        ShellyField(path: path, kind: kind, label: label, reportedUnit: unit)
    }

    static func power(_ path: String, flow: EnergyFlow?, isBothWays: Bool) -> ShellyField {
        ShellyField(path: path, kind: .power, minimum: isBothWays ? -100_000 : nil, flow: flow)
    }

    /// An energy counter in Wh. Returned energy has a counter of its own.
    static func energy(_ path: String, flow: EnergyFlow?, label: String? = nil) -> ShellyField {
        ShellyField(path: path, kind: .energy, label: label, flow: flow, reportedUnit: .wattHour)
    }

    static func yesOrNo(
        _ path: String, kind: CapabilityKind, isInverted: Bool = false, command: ShellyCommand? = nil
    ) -> ShellyField {
        ShellyField(
            path: path, kind: kind,
            coding: .boolean(whenFalse: .boolean(isInverted), whenTrue: .boolean(!isInverted)), command: command)
    }

    /// A read-only boolean without a kind of its own.
    static func onOrOff(_ path: String, label: String) -> ShellyField {
        choice(path, kind: .choice, label: label, words: [("false", "off"), ("true", "on")])
    }

    static func choice(
        _ path: String, kind: CapabilityKind, label: String? = nil, words: [(word: String, meaning: String)],
        command: ShellyCommand? = nil
    ) -> ShellyField {
        ShellyField(
            path: path, kind: kind, label: label, options: words.map(\.meaning),
            coding: .options(words.map { ChoiceWord(word: $0.word, meaning: $0.meaning) }), shape: .words,
            command: command)
    }

    static func level(
        _ path: String, kind: CapabilityKind, range: ClosedRange<Double>, step: Double, command: ShellyCommand
    ) -> ShellyField {
        ShellyField(
            path: path, kind: kind, minimum: range.lowerBound, maximum: range.upperBound, step: step, command: command)
    }

    func on(_ piece: String) -> ShellyField {
        var field = self
        field.piece = piece
        return field
    }
}
