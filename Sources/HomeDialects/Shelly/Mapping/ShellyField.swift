import HomeModel

/// What one value in a component's status is.
struct ShellyField: Sendable {
    /// Where it stands, such as `aenergy.total`.
    let path: String
    let kind: CapabilityKind
    var label: String?
    /// The piece of the component that it belongs to, such as a phase.
    var piece: String?
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var options: [String]?
    var flow: EnergyFlow?
    var coding = ValueCoding.number(.identity)
    var reportedUnit: Unit?
    /// Of a generic number: the unit in which the firmware measures it.
    var announcedUnit: String?
    var shape = ShellyShape.plain
    var order: ShellyOrder?

    /// Events have no place in a status.
    static let event = "event"

    func capability(_ name: CapabilityName) -> Capability {
        Capability(
            name, minimum: minimum, maximum: maximum, step: step, roundsToStep: step != nil && order != .openOrClose,
            options: options, isCommanded: order != nil, flow: flow, announcedUnit: announcedUnit)
    }
}

extension ShellyField {
    static func number(_ path: String, _ kind: CapabilityKind, _ label: String? = nil) -> ShellyField {
        ShellyField(path: path, kind: kind, label: label)
    }

    /// A number that is no quantity of ours, in the unit in which the device measures it; none where it has none.
    static func plain(_ path: String, _ label: String, in unit: String? = nil) -> ShellyField {
        ShellyField(path: path, kind: .number, label: label, announcedUnit: unit)
    }

    /// A quantity that the device measures in another unit than the canonical one.
    static func quantity(
        _ path: String, _ kind: CapabilityKind, _ label: String? = nil, in unit: Unit
    ) -> ShellyField {
        ShellyField(path: path, kind: kind, label: label, reportedUnit: unit)
    }

    static func power(_ path: String, _ flow: EnergyFlow?, isBothWays: Bool) -> ShellyField {
        ShellyField(path: path, kind: .power, minimum: isBothWays ? -100_000 : nil, flow: flow)
    }

    /// A counter in Wh; what flows back is counted apart.
    static func energy(_ path: String, _ flow: EnergyFlow?, label: String? = nil) -> ShellyField {
        ShellyField(path: path, kind: .energy, label: label, flow: flow, reportedUnit: .wattHour)
    }

    static func yesOrNo(
        _ path: String, _ kind: CapabilityKind, isInverted: Bool = false, order: ShellyOrder? = nil
    ) -> ShellyField {
        ShellyField(
            path: path, kind: kind,
            coding: .boolean(whenFalse: .boolean(isInverted), whenTrue: .boolean(!isInverted)), order: order)
    }

    /// A boolean that is no capability of its own.
    static func onOrOff(_ path: String, _ label: String) -> ShellyField {
        choice(path, .choice, label, [("false", "off"), ("true", "on")])
    }

    static func choice(
        _ path: String, _ kind: CapabilityKind, _ label: String? = nil, _ words: [(word: String, meaning: String)],
        order: ShellyOrder? = nil
    ) -> ShellyField {
        ShellyField(
            path: path, kind: kind, label: label, options: words.map(\.meaning),
            coding: .options(words.map { ChoiceWord(word: $0.word, meaning: $0.meaning) }), shape: .words, order: order)
    }

    static func level(
        _ path: String, _ kind: CapabilityKind, _ range: ClosedRange<Double>, step: Double, order: ShellyOrder
    ) -> ShellyField {
        ShellyField(
            path: path, kind: kind, minimum: range.lowerBound, maximum: range.upperBound, step: step, order: order)
    }

    func on(_ piece: String) -> ShellyField {
        var field = self
        field.piece = piece
        return field
    }
}
