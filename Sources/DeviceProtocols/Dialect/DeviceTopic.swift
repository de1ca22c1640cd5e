package import HomeModel

/// A topic on which a device publishes, and the reader that decodes its payloads.
package struct DeviceTopic: Sendable {
    package let topic: String
    package let lanes: Set<MessageLane>
    package let decoder: any PayloadDecoder

    package init(_ topic: String, lanes: Set<MessageLane>, decoder: any PayloadDecoder) {
        self.topic = topic
        self.lanes = lanes
        self.decoder = decoder
    }
}

/// Decodes the messages of one topic. Everything that does not depend on the payload is computed before the first
/// message.
package protocol PayloadDecoder: Sendable {
    /// Returns the statements in a payload that belong to `lane`; empty if the payload clears the topic.
    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate]
}

/// The MQTT connection of the gateway on which a message arrives. A topic that carries values for both lanes arrives on
/// both, and each lane decodes only its own values.
package enum MessageLane: Sendable, CaseIterable {
    /// Recorded values: readings and state changes.
    case telemetry
    /// Values that can be commanded, and values that are shown but not recorded; also availability and replies.
    case control
}

extension Capability {
    /// Returns whether `lane` decodes the values of this capability.
    package func isReceived(on lane: MessageLane) -> Bool {
        switch lane {
        case .telemetry: kind.facts.recording != .none
        case .control: isCommanded || kind.facts.recording == .none
        }
    }
}

/// The fields that are decoded from the messages of a topic, grouped by lane. The groups are computed once and not with
/// every message.
struct LaneFields<Field: Sendable>: Sendable {
    private let telemetry: [Field]
    private let control: [Field]

    init(_ fields: [Field], of value: (Field) -> ValueBinding) {
        telemetry = fields.filter { value($0).isReceived(on: .telemetry) }
        control = fields.filter { value($0).isReceived(on: .control) }
    }

    subscript(_ lane: MessageLane) -> [Field] { lane == .telemetry ? telemetry : control }

    /// The lanes that have at least one field.
    var lanes: Set<MessageLane> { Set(MessageLane.allCases.filter { !self[$0].isEmpty }) }
}

/// One decoded statement of a device in the terms of the gateway's model, independent of the dialect.
package enum DeviceUpdate: Hashable, Sendable {
    case availability(Availability)
    /// A recorded quantity. A nil unit means that the value is in the canonical unit.
    case reading(PartID, CapabilityName, value: Double, unit: String?)
    /// Any other value, in the canonical unit.
    case state(PartID, CapabilityName, CapabilityValue)
    /// Something that happened, such as a press: the same value twice is two events.
    case event(PartID, CapabilityName, CapabilityValue)
    /// A number far outside the range of its capability; `shown` is the nearest end of the range. Devices send such
    /// numbers for unknown values (a cover that is not calibrated reports -1), so the statement confirms no command.
    case beyondRange(PartID, CapabilityName, shown: CapabilityValue)
    /// The device accepted a command. Its later state reports show whether it reaches the value.
    case accepted(PartID, CapabilityName, CapabilityValue)
    /// The reply to the command with this number: done or started, or the reason for the failure.
    case replied(UInt32, failure: EscapedText?)
    /// The device reports that it did not carry out a command, but not which one.
    case failed(EscapedText)
    /// A payload that cannot be decoded. Callers count it and continue.
    case unreadable(PartID?, CapabilityName?, DialectError)
}
