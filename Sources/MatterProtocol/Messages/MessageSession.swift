/// Encodes and decodes the messages between two nodes. `Exchange` sends through one.
package protocol MessageSession: Sendable {
    /// How fast the peer answers. Exchanges wait accordingly.
    var peerParameters: ReliableMessageParameters { get set }

    /// When the last message of the peer arrived, nil before the first one. A node is active for some time after it.
    var lastPeerActivity: ContinuousClock.Instant? { get }

    /// Returns the bytes of a message with the next counter, encrypted if the session is secure.
    ///
    /// Throws `.tooLong` if the message does not fit into a datagram, and `.counterExhausted` at the end of the session.
    mutating func encode(_ header: ProtocolHeader, payload: [UInt8]) throws(MessageError) -> EncodedMessage

    /// Returns the message in a datagram, decrypted if the session is secure. A message that was received before is
    /// marked as a duplicate, because its sender waits for an acknowledgement.
    mutating func decode(_ datagram: [UInt8], at now: ContinuousClock.Instant) throws(MessageError) -> ReceivedMessage
}

/// The bytes of a message. A retransmission sends the same bytes, with the same counter.
package struct EncodedMessage: Hashable, Sendable {
    package let counter: UInt32
    package let bytes: [UInt8]
}

/// A message that was decrypted and whose header was read.
package struct ReceivedMessage: Hashable, Sendable {
    package let counter: UInt32
    package let header: ProtocolHeader
    package let payload: [UInt8]
    /// Whether a message with this counter was received before. The payload of a duplicate must not be used.
    package let isDuplicate: Bool

    package init(counter: UInt32, header: ProtocolHeader, payload: [UInt8], isDuplicate: Bool = false) {
        self.counter = counter
        self.header = header
        self.payload = payload
        self.isDuplicate = isDuplicate
    }
}

extension MessageSession {
    /// The longest payload that fits into a datagram with all optional parts of the headers.
    package static var maximumPayloadBytes: Int {
        let messageHeader = 8 + 8 + 8
        let protocolHeader = 6 + 2 + 4
        return MessageHeader.maximumSentBytes - messageHeader - protocolHeader - AES128CCM.tagBytes
    }
}
