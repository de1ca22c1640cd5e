/// A topic on which a device speaks, and how what comes there is read.
package struct HeardTopic: Sendable {
    package let topic: String
    package let lanes: Set<MessageLane>
    package let reader: any PayloadReader

    package init(_ topic: String, lanes: Set<MessageLane>, reader: any PayloadReader) {
        self.topic = topic
        self.lanes = lanes
        self.reader = reader
    }
}

/// Reads the messages of one topic: all that they have in common was found before the first came.
package protocol PayloadReader: Sendable {
    /// What a payload says to `lane`, in the device's order; nothing for one that clears the topic.
    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement]
}
