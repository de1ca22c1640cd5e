/// The messages of one PASE or CASE, before there is a secure session. Source: Matter core specification, section 4.13.2.1.
///
/// The initiator chooses a random node id for it, by which the responder tells its initiators apart.
package struct UnsecuredSession: MessageSession {
    package let role: ExchangeRole
    /// The node id that the initiator chose. It stands in every message: as the source of the initiator's messages, and
    /// as the destination of the responder's.
    package let initiatorNodeID: UInt64
    package var peerParameters: ReliableMessageParameters
    package private(set) var lastPeerActivity: ContinuousClock.Instant?
    private var counter: MessageCounter
    private var window = MessageReceptionWindow(rule: .unsecured)

    /// The initiator's side, with a random node id.
    package static func initiator(
        peerParameters: ReliableMessageParameters, using random: inout some RandomNumberGenerator
    ) -> UnsecuredSession {
        let nodeID = UInt64.random(in: 1...0xFFFF_FFEF_FFFF_FFFF, using: &random)
        return UnsecuredSession(
            role: .initiator, initiatorNodeID: nodeID, peerParameters: peerParameters,
            counter: MessageCounter(using: &random))
    }

    /// The responder's side for the initiator whose node id stands in a message. The parameters of the peer are unknown
    /// until its first message is read.
    package static func responder(
        initiatorNodeID: UInt64, peerParameters: ReliableMessageParameters = ReliableMessageParameters(),
        using random: inout some RandomNumberGenerator
    ) -> UnsecuredSession {
        UnsecuredSession(
            role: .responder, initiatorNodeID: initiatorNodeID, peerParameters: peerParameters,
            counter: MessageCounter(using: &random))
    }

    init(
        role: ExchangeRole, initiatorNodeID: UInt64, peerParameters: ReliableMessageParameters,
        counter: MessageCounter
    ) {
        self.role = role
        self.initiatorNodeID = initiatorNodeID
        self.peerParameters = peerParameters
        self.counter = counter
    }

    package mutating func encode(
        _ header: ProtocolHeader, payload: [UInt8]
    ) throws(MessageError) -> EncodedMessage {
        let messageHeader = MessageHeader(
            sessionID: 0, counter: try counter.next(), sourceNodeID: role == .initiator ? initiatorNodeID : nil,
            destination: role == .initiator ? nil : .node(initiatorNodeID))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + 48)
        messageHeader.encode(to: &bytes)
        header.encode(to: &bytes)
        bytes += payload
        guard bytes.count <= MessageHeader.maximumSentBytes else {
            throw .tooLong(byteCount: bytes.count, limit: MessageHeader.maximumSentBytes)
        }
        return EncodedMessage(counter: messageHeader.counter, bytes: bytes)
    }

    /// Throws `.otherSession` if the message belongs to a secure session, and `.otherNode` if it belongs to another
    /// initiator.
    package mutating func decode(
        _ datagram: [UInt8], at now: ContinuousClock.Instant
    ) throws(MessageError) -> ReceivedMessage {
        let (messageHeader, start) = try MessageHeader.decode(datagram)
        guard messageHeader.sessionID == 0 else { throw .otherSession }
        switch role {
        case .initiator: guard messageHeader.destination == .node(initiatorNodeID) else { throw .otherNode }
        case .responder: guard messageHeader.sourceNodeID == initiatorNodeID else { throw .otherNode }
        }
        let (header, end) = try ProtocolHeader.decode(datagram, from: start)
        let isNew = window.insert(messageHeader.counter)
        if isNew { lastPeerActivity = now }
        return ReceivedMessage(
            counter: messageHeader.counter, header: header, payload: Array(datagram[end...]), isDuplicate: !isNew)
    }
}
