package import HomeModel
package import MatterProtocol

/// A capability of a device, and the attributes, events and commands of a node that stand for it.
package struct CapabilityBinding: Sendable {
    package let part: PartID
    package let capability: Capability
    package let endpoint: UInt16
    /// Whether each reported value is a press: an event, even if it equals the previous one. It is never read.
    package let isPress: Bool
    /// Whether the node does not report changes of its attributes, so that they must be read at intervals.
    package let isPolled: Bool
    private let travelTime: Duration?
    private let coding: any ValueCoding

    /// How long a cover, door or valve may move.
    static let usualTravelTime = Duration.seconds(90)

    init(part: PartID, capability: Capability, endpoint: UInt16, value: MappedValue) {
        self.part = part
        self.capability = capability
        self.endpoint = endpoint
        isPress = value.isPress
        isPolled = value.isPolled
        travelTime = value.travelTime ?? (capability.kind.travels ? Self.usualTravelTime : nil)
        coding = value.coding
    }

    /// The attributes from which the value is computed.
    package var reported: [AttributePath] { coding.reported }
    /// The events from which the value is computed.
    package var events: [EventPath] { coding.events }
    /// What a report may differ from a command and still confirm it.
    package var tolerance: ConfirmationTolerance { coding.tolerance }

    /// Returns the value of the capability in these values of the node. Nil when it is null, unknown, or outside the
    /// range of the capability, and for a press.
    package func value(in values: AttributeValues) -> CapabilityValue? {
        isPress ? nil : coding.value(in: values).flatMap(checked)
    }

    /// Returns the value that an event reports; nil when it says nothing about this capability.
    package func value(of event: NodeEvent) -> CapabilityValue? {
        guard coding.events.contains(event.path) else { return nil }
        return coding.value(of: event).flatMap(checked)
    }

    private func checked(_ value: CapabilityValue) -> CapabilityValue? {
        guard value.has(capability.valueType) else { return nil }
        switch value {
        case .number(let number):
            let range = capability.range
            let margin = max(1, abs(number)) * 1e-3
            guard number.isFinite, number >= range.lowerBound - margin, number <= range.upperBound + margin else {
                return nil
            }
            return .number(min(max(number.roundedToMillionths, range.lowerBound), range.upperBound))
        case .text(let text):
            return capability.valueType == .text || capability.options.contains(text) ? value : nil
        case .color(let hue, let saturation):
            return (0...360).contains(hue) && (0...100).contains(saturation) ? value : nil
        case .boolean: return value
        }
    }

    /// Whether each command needs the PIN of the lock.
    package func needsPIN(in values: AttributeValues) -> Bool { neededPINLengths(in: values) != nil }

    /// The number of digits of the PIN that each command needs; nil when commands need none.
    package func neededPINLengths(in values: AttributeValues) -> ClosedRange<Int>? {
        coding.neededPINLengths(in: values)
    }

    /// Returns the command that sets the capability to `value`.
    ///
    /// `values` are the last known values of the node: some commands depend on its state. `pin` has the digits of a
    /// lock's PIN; other capabilities ignore it.
    package func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String? = nil
    ) throws(NodeCommandError) -> NodeCommand {
        guard capability.isCommanded else { throw .notCommanded }
        guard value.has(capability.valueType) else { throw .valueNotAccepted }
        let draft = try coding.command(to: value, in: values, pin: pin)
        let confirming = coding.reported
        return NodeCommand(
            steps: draft.steps, value: draft.value ?? value,
            readBack: confirming.isEmpty ? [] : confirming + draft.others.filter { !confirming.contains($0) },
            tolerance: coding.tolerance, travelTime: travelTime)
    }
}
