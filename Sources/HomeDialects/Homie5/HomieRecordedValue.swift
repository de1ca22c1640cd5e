package import HomeModel

/// A property whose values are written down: what all messages on its topic have in common, found once.
package struct HomieRecordedValue: Hashable, Sendable {
    package let topic: String
    private let binding: HomieBinding

    init(topic: String, binding: HomieBinding) {
        self.topic = topic
        self.binding = binding
    }

    package var part: PartID { binding.part }
    package var capability: CapabilityName { binding.capability.name }

    /// What a message means; nil for one that clears the topic. As `HomieDeviceModel.interpret` on this topic.
    package func interpret(_ payload: [UInt8]) -> DeviceStatement? { binding.interpret(payload) }
}
