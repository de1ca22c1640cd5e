package import HomeModel

/// Binds one property to one capability of one part.
package struct HomieBinding: Hashable, Sendable {
    package let path: HomiePropertyPath
    package let part: PartID
    package let capability: Capability
    let coding: HomieCoding
    let reportedUnit: String?
    package let isRetained: Bool
    /// The following values are needed for every message, so they are computed once.
    let isReading: Bool
    let range: ClosedRange<Double>
    private let clampingRange: ClosedRange<Double>?

    init(
        _ path: HomiePropertyPath, property: HomieProperty, part: PartID, name: CapabilityName,
        fit: HomieValueMapping,
        flow: EnergyFlow?
    ) {
        self.path = path
        self.part = part
        coding = fit.coding
        reportedUnit = fit.reportedUnit
        isRetained = property.retained
        // A property that can be set and is not retained (“brew coffee”) is a command without a state.
        let capability = Capability(
            name, minimum: fit.range.minimum, maximum: fit.range.maximum, step: fit.range.step,
            roundsToStep: fit.range.step != nil, options: fit.options,
            isReported: property.retained || !property.settable, isCommanded: property.settable, flow: flow,
            announcedUnit: property.unit)
        self.capability = capability
        range = capability.range
        clampingRange = capability.clampingRange
        isReading = if case .reading = capability.kind.facts.recording { true } else { false }
    }

    package var key: CapabilityPath { CapabilityPath(part: part, name: capability.name) }
}

extension HomieBinding {
    /// Decodes a payload on the property's topic or its `$target`; nil if the payload clears the topic.
    func interpret(_ payload: [UInt8], isTarget: Bool = false) -> DeviceUpdate? {
        guard !payload.isEmpty else { return nil }
        let name = capability.name
        do throws(DialectError) {
            let value = try coding.decode(payload)
            if isTarget { return .accepted(part, name, value) }
            guard case .number(let number) = value else {
                // A retained value is a state, which the device publishes again when it connects.
                let isEvent = capability.kind.facts.isEvent && !isRetained
                return isEvent ? .event(part, name, value) : .state(part, name, value)
            }
            let shown = ClampedNumber(number, within: clampingRange)
            if isReading { return .reading(part, name, value: shown.number, unit: reportedUnit) }
            return shown.statement(of: name, in: part)
        } catch {
            return .unreadable(part, name, error)
        }
    }
}

// MARK: The device's side, for simulated devices

extension HomieBinding {
    /// Binds a property to the capability `name`, whatever its id says. Returns nil if the format of the property is
    /// invalid, or if its values are not those of the capability's kind.
    package init?(_ path: HomiePropertyPath, property: HomieProperty, part: PartID, name: CapabilityName) {
        guard let format = try? HomieFormat(property),
            let fit = HomieValueMapping(name.kind, id: path.property, property: property, format: format)
        else { return nil }
        self.init(path, property: property, part: part, name: name, fit: fit, flow: nil)
    }

    /// Encodes a value as the payload of the property's topic or its `$target`; nil if the value has another type.
    package func encodeReport(_ value: CapabilityValue) -> [UInt8]? { coding.encode(value) }

    /// Decodes the payload of a command as a device does: rounds the value to the step, then checks the range. Throws if
    /// the device must ignore the command. Source: Homie 5 §“Formats”.
    package func decodeCommand(_ payload: [UInt8]) throws(DialectError) -> CapabilityValue {
        let value = try coding.decode(payload)
        guard case .number(let number) = value, case .number(_, let native, let scale) = coding else { return value }
        let rounded = scale.native(number).map(native.rounded).flatMap(scale.canonical) ?? number
        guard range.contains(rounded) else { throw .outOfRange(rounded, range) }
        return .number(rounded)
    }
}
