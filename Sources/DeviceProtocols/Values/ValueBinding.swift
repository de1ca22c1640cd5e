package import HomeModel

/// Binds one value in a device's messages to one capability of one part.
package struct ValueBinding: Hashable, Sendable {
    package let part: PartID
    package let capability: Capability
    let coding: ValueCoding
    /// The unit in which the device reports a recorded value; nil for the canonical unit.
    let reportedUnit: Unit?
    /// The following values are needed for every message, so they are computed once.
    private let isReading: Bool
    private let clampingRange: ClosedRange<Double>?
    private let lanes: (telemetry: Bool, control: Bool)

    init(_ part: PartID, capability: Capability, coding: ValueCoding, reportedUnit: Unit? = nil) {
        self.part = part
        self.capability = capability
        self.coding = coding
        self.reportedUnit = reportedUnit
        clampingRange = capability.clampingRange
        isReading = if case .reading = capability.kind.facts.recording { true } else { false }
        lanes = (capability.isReceived(on: .telemetry), capability.isReceived(on: .control))
    }

    package var name: CapabilityName { capability.name }

    func isReceived(on lane: MessageLane) -> Bool { lane == .telemetry ? lanes.telemetry : lanes.control }

    /// Decodes a value into a statement; nil for `null`.
    func interpret(_ value: JSONValue) -> DeviceUpdate? {
        if case .null = value { return nil }
        do throws(DialectError) {
            let value = try coding.decode(value)
            guard case .number(let number) = value else {
                return capability.kind.facts.isEvent ? .event(part, name, value) : .state(part, name, value)
            }
            let shown = ClampedNumber(number, within: clampingRange)
            if isReading { return .reading(part, name, value: shown.number, unit: reportedUnit?.rawValue) }
            return shown.statement(of: name, in: part)
        } catch {
            return .unreadable(part, name, error)
        }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.part == right.part && left.capability == right.capability && left.coding == right.coding
            && left.reportedUnit == right.reportedUnit
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(part)
        hasher.combine(capability)
    }
}

extension Capability {
    /// The range to which a reported value is clamped, so that a device that slightly exceeds its own limits is still
    /// shown. Nil if a value is shown unchanged: generic numbers, because devices often announce too narrow bounds for
    /// them, and readings, because the validator checks them against physical limits.
    var clampingRange: ClosedRange<Double>? {
        switch kind {
        case .number: return nil
        // Charge and signal strength end at 100 %, whatever a device computes.
        case .battery, .linkQuality: return kind.facts.range
        default: break
        }
        if case .reading = kind.facts.recording { return nil }
        return isCommanded ? range : kind.facts.range
    }
}

/// A reported number, clamped to the range in which it is shown.
struct ClampedNumber {
    let number: Double
    /// Whether the number exceeded the range by more than rounding can explain.
    let exceedsRange: Bool

    /// A computed percentage may exceed the range slightly; this share of the span is tolerated.
    private static let rounding = 0.005

    init(_ number: Double, within range: ClosedRange<Double>?) {
        guard let range else {
            (self.number, exceedsRange) = (number, false)
            return
        }
        self.number = min(max(number, range.lowerBound), range.upperBound)
        exceedsRange = abs(number - self.number) > (range.upperBound - range.lowerBound) * Self.rounding
    }

    func statement(of name: CapabilityName, in part: PartID) -> DeviceUpdate {
        exceedsRange ? .beyondRange(part, name, shown: .number(number)) : .state(part, name, .number(number))
    }
}

/// Identifies a capability within its device: the part and the capability's name.
package struct CapabilityPath: Hashable, Sendable {
    package let part: PartID
    package let name: CapabilityName

    package init(part: PartID, name: CapabilityName) {
        self.part = part
        self.name = name
    }
}

extension ValueBinding {
    package var capabilityPath: CapabilityPath { CapabilityPath(part: part, name: name) }
}
