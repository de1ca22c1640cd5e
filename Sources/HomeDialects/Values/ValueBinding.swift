import HomeModel

/// One thing that a device says, tied to one capability of one part.
struct ValueBinding: Hashable, Sendable {
    let part: PartID
    let capability: Capability
    let coding: ValueCoding
    /// The device's unit where what is recorded does not come in the canonical one.
    let reportedUnit: Unit?
    /// What every message needs, looked up once.
    private let isReading: Bool
    private let shownRange: ClosedRange<Double>?
    private let lanes: (telemetry: Bool, control: Bool)

    init(_ part: PartID, _ capability: Capability, _ coding: ValueCoding, reportedUnit: Unit? = nil) {
        self.part = part
        self.capability = capability
        self.coding = coding
        self.reportedUnit = reportedUnit
        shownRange = capability.shownRange
        isReading = if case .reading = capability.kind.facts.recording { true } else { false }
        lanes = (capability.isHeard(on: .telemetry), capability.isHeard(on: .control))
    }

    var name: CapabilityName { capability.name }

    func isHeard(on lane: MessageLane) -> Bool { lane == .telemetry ? lanes.telemetry : lanes.control }

    /// What a value in the device's words says; `null` says nothing.
    func interpret(_ value: JSONValue) -> DeviceStatement? {
        if case .null = value { return nil }
        do throws(DialectError) {
            let value = try coding.decode(value)
            guard case .number(let number) = value else { return .state(part, name, value) }
            let shown = ShownNumber(number, within: shownRange)
            if isReading { return .reading(part, name, value: shown.number, unit: reportedUnit?.rawValue) }
            return shown.statement(of: name, in: part)
        } catch {
            return .unreadable(part, name, error)
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.part == right.part && left.capability == right.capability && left.coding == right.coding
            && left.reportedUnit == right.reportedUnit
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(part)
        hasher.combine(capability)
    }
}

extension Capability {
    /// Into which a reported value is clamped, so that a device that is a little beyond its own limits is still shown.
    /// Nil where a value is shown as it came: a generic number, whose bounds its device often announces too narrowly,
    /// and a reading, which the validator holds against physics.
    var shownRange: ClosedRange<Double>? {
        switch kind {
        case .number: return nil
        // Charge and signal end at 100 %, whatever a device computes.
        case .battery, .linkQuality: return kind.facts.range
        default: break
        }
        if case .reading = kind.facts.recording { return nil }
        return isCommanded ? range : kind.facts.range
    }
}

/// A reported number, held to the range in which it is shown.
struct ShownNumber {
    let number: Double
    /// Whether it was so far beyond the range that no rounding explains it.
    let isBeyond: Bool

    /// A device that computes its percentage may end a little beyond the range: so much of the span.
    private static let rounding = 0.005

    init(_ number: Double, within range: ClosedRange<Double>?) {
        guard let range else {
            (self.number, isBeyond) = (number, false)
            return
        }
        self.number = min(max(number, range.lowerBound), range.upperBound)
        isBeyond = abs(number - self.number) > (range.upperBound - range.lowerBound) * Self.rounding
    }

    func statement(of name: CapabilityName, in part: PartID) -> DeviceStatement {
        isBeyond ? .beyondRange(part, name, shown: .number(number)) : .state(part, name, .number(number))
    }
}
