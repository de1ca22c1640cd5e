package import HomeModel

/// A device as its dialect describes it. Decodes the device's messages and encodes commands to it.
///
/// A model is immutable; a new announcement creates a new model.
package protocol DialectModel: Sendable {
    var description: DeviceDescription { get }

    /// All topics on which the device publishes, each once. None lies outside the root of the device's credential.
    var topics: [DeviceTopic] { get }

    /// Encodes the command that sets `capability` to `value`; nil if the dialect cannot express it. `number` correlates
    /// the device's reply with this command.
    func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32
    ) -> DialectCommand?

    /// Encodes the command for a device that writes several values in one message. `state` is the last reported state
    /// of the part.
    func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32,
        showing state: [CapabilityName: CapabilityValue]
    ) -> DialectCommand?

    /// Returns a message that makes the device report the capability's state; nil if the dialect has no such query.
    func stateQuery(_ part: PartID, capability: CapabilityName, number: UInt32) -> DialectMessage?
}

extension DialectModel {
    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32,
        showing state: [CapabilityName: CapabilityValue]
    ) -> DialectCommand? { encodeCommand(part, capability: capability, value: value, number: number) }

    package func stateQuery(_ part: PartID, capability: CapabilityName, number: UInt32) -> DialectMessage? { nil }
}

/// A command encoded in a dialect.
package struct DialectCommand: Hashable, Sendable {
    /// The messages to publish, in this order and never retained.
    package let messages: [DialectMessage]
    /// The value as the device receives it, rounded to the device's step and unit. Reports are compared with this
    /// value.
    package let value: CapabilityValue
    package let confirmation: ConfirmationMode

    package init(_ messages: [DialectMessage], value: CapabilityValue, confirmation: ConfirmationMode) {
        self.messages = messages
        self.value = value
        self.confirmation = confirmation
    }
}

extension DialectModel {
    /// All topics on which the device receives commands. If the broker retains a message on one of them, the device
    /// receives it again at every connect and repeats an old command.
    package var commandTopics: Set<String> {
        var topics: Set<String> = []
        for part in description.parts {
            for capability in part.capabilities where capability.isCommanded {
                for value in capability.samples {
                    let messages =
                        encodeCommand(part.id, capability: capability.name, value: value, number: 0)?.messages ?? []
                    topics.formUnion(messages.map(\.topic))
                }
            }
        }
        return topics
    }
}

extension Capability {
    /// Values that cover all forms of a command: both ends of a range, both booleans, all options of a choice.
    fileprivate var samples: [CapabilityValue] {
        switch valueType {
        case .boolean: [.boolean(true), .boolean(false)]
        case .number: [.number(range.lowerBound), .number(range.upperBound)]
        case .choice: commandedOptions.map { .text($0) }
        case .text: options.isEmpty ? [.text("text")] : options.map { .text($0) }
        case .color: [.color(hue: 120, saturation: 50)]
        }
    }
}

/// One MQTT message to publish, with its quality of service and retain flag.
package struct DialectMessage: Hashable, Sendable {
    package let topic: String
    package let payload: [UInt8]
    package let qos: UInt8
    package let retain: Bool

    package init(topic: String, payload: [UInt8], qos: UInt8, retain: Bool) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retain = retain
    }
}
