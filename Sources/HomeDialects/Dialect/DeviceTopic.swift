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
