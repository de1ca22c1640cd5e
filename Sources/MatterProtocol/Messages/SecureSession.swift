package import Crypto

/// An encrypted session with one node, made by PASE or CASE. Source: Matter core specification, section 4.13.
///
/// The value is used in one place at a time: a copy would repeat counters, and with them nonces.
package struct SecureSession: MessageSession {
    /// The number that this side chose. It stands in the messages that this side receives.
    package let localSessionID: UInt16
    /// The number that the peer chose. It stands in the messages that this side sends.
    package let peerSessionID: UInt16
    /// The operational node id of this side; zero in a PASE session.
    package let localNodeID: UInt64
    /// The operational node id of the peer; zero in a PASE session.
    package let peerNodeID: UInt64
    package var peerParameters: ReliableMessageParameters
    package private(set) var lastPeerActivity: ContinuousClock.Instant?
    private let encryption: AES128CCM
    private let decryption: AES128CCM
    private var counter: MessageCounter
    private var window = MessageReceptionWindow(rule: .secure)

    /// `encryptionKey` is the key for messages of this side: initiator-to-responder for the initiator of PASE or CASE.
    /// `now` is the time of the last message of PASE or CASE. Throws `.cryptography` unless the keys have 128 bits.
    package init(
        localSessionID: UInt16, peerSessionID: UInt16, localNodeID: UInt64 = 0, peerNodeID: UInt64 = 0,
        encryptionKey: SymmetricKey, decryptionKey: SymmetricKey, peerParameters: ReliableMessageParameters,
        establishedAt now: ContinuousClock.Instant, counter: MessageCounter = MessageCounter()
    ) throws(MessageError) {
        self.localSessionID = localSessionID
        self.peerSessionID = peerSessionID
        self.localNodeID = localNodeID
        self.peerNodeID = peerNodeID
        self.peerParameters = peerParameters
        self.counter = counter
        lastPeerActivity = now
        encryption = try AES128CCM(key: encryptionKey)
        decryption = try AES128CCM(key: decryptionKey)
    }

    /// Whether the session nears the end of its counters, and callers should establish another one.
    package var needsReplacement: Bool { counter.isNearEnd }

    package mutating func encode(
        _ header: ProtocolHeader, payload: [UInt8]
    ) throws(MessageError) -> EncodedMessage {
        let messageHeader = MessageHeader(sessionID: peerSessionID, counter: try counter.next())
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + 48)
        messageHeader.encode(to: &bytes)
        let start = bytes.count
        header.encode(to: &bytes)
        bytes += payload
        let total = bytes.count + AES128CCM.tagBytes
        guard total <= MessageHeader.maximumSentBytes else {
            throw .tooLong(byteCount: total, limit: MessageHeader.maximumSentBytes)
        }
        try encryption.seal(inPlace: &bytes, from: start, nonce: messageHeader.nonce(sourceNodeID: localNodeID))
        return EncodedMessage(counter: messageHeader.counter, bytes: bytes)
    }

    /// Throws `.otherSession` or `.otherNode` if the message is not for this session, and `.wrongTag` if it was changed.
    /// No error changes the session.
    package mutating func decode(
        _ datagram: [UInt8], at now: ContinuousClock.Instant
    ) throws(MessageError) -> ReceivedMessage {
        let (messageHeader, start) = try MessageHeader.decode(datagram)
        guard messageHeader.sessionID == localSessionID else { throw .otherSession }
        if let source = messageHeader.sourceNodeID, source != peerNodeID { throw .otherNode }
        if let destination = messageHeader.destination, destination != .node(localNodeID) { throw .otherNode }
        var bytes = datagram
        try decryption.open(inPlace: &bytes, from: start, nonce: messageHeader.nonce(sourceNodeID: peerNodeID))
        let (header, end) = try ProtocolHeader.decode(bytes, from: start)
        let isNew = window.insert(messageHeader.counter)
        if isNew { lastPeerActivity = now }
        bytes.removeFirst(end)
        return ReceivedMessage(
            counter: messageHeader.counter, header: header, payload: bytes, isDuplicate: !isNew)
    }
}

extension SecureSession: CustomStringConvertible, CustomReflectable {
    package var description: String { "SecureSession(local \(localSessionID), peer \(peerSessionID))" }
    package var customMirror: Mirror {
        Mirror(self, children: ["localSessionID": localSessionID, "peerSessionID": peerSessionID])
    }
}
