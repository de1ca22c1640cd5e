package import HomeModel

/// A capability of an accessory, and the characteristics that stand for it.
package struct CapabilityBinding: Sendable {
    package let part: PartID
    package let capability: Capability
    /// Whether each reported value is a press: an event, even if it equals the previous one. It is never read back,
    /// polled or replayed.
    package let isPress: Bool
    /// Whether every command must follow a `/prepare` request, whatever the permissions say.
    private let isTimed: Bool
    private let coding: any ValueCoding

    init(part: PartID, capability: Capability, value: MappedValue, isTimed: Bool) {
        self.part = part
        self.capability = capability
        self.isTimed = isTimed
        isPress = value.isPress
        coding = value.coding
    }

    /// The characteristics from which the value is computed.
    package var reported: [UInt64] { coding.reported.map(\.iid) }
    /// The characteristics that a command writes.
    package var written: [UInt64] { coding.written.map(\.iid) }
    /// The characteristics that the gateway may read.
    package var readable: [UInt64] { isPress ? [] : coding.reported.filter(\.isReadable).map(\.iid) }
    /// The characteristics to subscribe to. A press is known only from its event, whatever the permissions say.
    package var notifying: [UInt64] { coding.reported.filter { isPress || $0.notifies }.map(\.iid) }
    /// What a report may differ from a command and still confirm it.
    package var tolerance: ConfirmationTolerance { coding.tolerance }

    /// Returns the value of the capability in these values of the accessory. Nil when it is null, unknown, or outside
    /// the metadata of a characteristic.
    package func value(in values: CharacteristicValues) -> CapabilityValue? {
        guard let value = coding.value(in: values), value.has(capability.valueType) else { return nil }
        switch value {
        case .number(let number): return number.isFinite && capability.range.contains(number) ? value : nil
        case .text(let text): return capability.valueType == .text || capability.options.contains(text) ? value : nil
        case .boolean, .color: return value
        }
    }

    /// Returns the command that sets the capability to `value`; nil if it accepts no commands, or none to this value.
    package func command(to value: CapabilityValue) -> CharacteristicCommand? {
        guard capability.isCommanded, value.has(capability.valueType), let writes = coding.writes(for: value),
            !writes.isEmpty
        else { return nil }
        let written = coding.written.filter { one in writes.contains { $0.iid == one.iid } }
        let confirming = coding.reported.map(\.iid)
        let others = written.filter { $0.isReadable && !confirming.contains($0.iid) }.map(\.iid)
        return CharacteristicCommand(
            writes: writes, isTimed: isTimed || written.contains(where: \.isTimed), value: coding.nearest(to: value),
            readBack: confirming.isEmpty ? [] : confirming + others, tolerance: coding.tolerance)
    }
}
