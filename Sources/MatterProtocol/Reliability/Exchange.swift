/// A conversation of two nodes about one transaction, with reliable delivery over UDP. Source: Matter core specification,
/// sections 4.10 and 4.12.
///
/// The exchange does no I/O and reads no clock. Its caller
/// 1. sends the bytes that `send`, `receive`, `perform` and `close` return,
/// 2. passes each message of the exchange to `receive`, duplicates too,
/// 3. calls `perform(at:)` at the time that `dueTime` gives, and
/// 4. removes the exchange when `isFinished` is true, after `close`.
///
/// Both sides send in turn, so that at most one message of this side waits for its acknowledgement.
package struct Exchange: Sendable {
    package let id: UInt16
    /// The role of this side.
    package let role: ExchangeRole
    /// The message that waits for its acknowledgement.
    private var pendingMessage: PendingMessage?
    /// The message of the peer that is to be acknowledged.
    private var pendingAcknowledgement: PendingAcknowledgement?
    package private(set) var isClosed = false

    package init(id: UInt16, role: ExchangeRole) {
        self.id = id
        self.role = role
    }

    /// Whether a message of this side waits for its acknowledgement.
    package var isAwaitingAcknowledgement: Bool { pendingMessage != nil }

    /// Whether the exchange was closed and has nothing more to send.
    package var isFinished: Bool { isClosed && pendingMessage == nil && pendingAcknowledgement?.due == nil }

    /// When callers must call `perform(at:)` next; nil if the exchange waits for nothing.
    ///
    /// That is the earlier of two times: 200 ms after a reliable message of the peer, if it was not acknowledged yet,
    /// and the end of the back-off after the last transmission of a message of this side.
    package var dueTime: ContinuousClock.Instant? {
        guard let message = pendingMessage?.due else { return pendingAcknowledgement?.due }
        return pendingAcknowledgement?.due.map { min($0, message) } ?? message
    }

    /// What `receive` found in a message.
    package struct Reception: Sendable {
        /// Whether the caller uses the payload. False for duplicates and stand-alone acknowledgements.
        package let isDelivered: Bool
        /// Whether the message acknowledged the message that waited for it.
        package let isAcknowledgement: Bool
        /// What to send at once.
        package let datagrams: [[UInt8]]
    }

    /// What `perform` did.
    package enum Performance: Hashable, Sendable {
        case send([UInt8])
        /// The peer did not acknowledge the message within five transmissions. The exchange is closed.
        case giveUp(counter: UInt32)
    }

    // MARK: Sending

    /// Returns the bytes of a message, which also acknowledges the last message of the peer.
    ///
    /// A reliable message is sent again until the peer acknowledges it. `jitter` is a random number from 0 to 1. Throws
    /// `.closed` after `close`, and `.awaitingAcknowledgement` while an earlier message waits for the peer.
    package mutating func send(
        _ payload: [UInt8], protocolID: ProtocolID, opcode: UInt8, isReliable: Bool = true,
        session: inout some MessageSession, at now: ContinuousClock.Instant, jitter: Double
    ) throws(ExchangeError) -> [UInt8] {
        guard !isClosed else { throw .closed }
        guard pendingMessage == nil || !isReliable else { throw .awaitingAcknowledgement }
        let header = ProtocolHeader(
            exchangeID: id, senderRole: role, protocolID: protocolID, opcode: opcode, isReliable: isReliable,
            acknowledgedCounter: pendingAcknowledgement?.counter)
        let message: EncodedMessage
        do { message = try session.encode(header, payload: payload) } catch { throw .message(error) }
        pendingAcknowledgement = nil
        if isReliable {
            let due = Self.due(afterTransmissions: 1, session: session, at: now, jitter: jitter)
            pendingMessage = PendingMessage(message: message, transmissions: 1, due: due)
        }
        return message.bytes
    }

    /// Returns what is due now: an acknowledgement, the next transmission of a message, or the end of its transmissions.
    ///
    /// Callers that call too early get nothing. `jitter` is a random number from 0 to 1.
    package mutating func perform(
        session: inout some MessageSession, at now: ContinuousClock.Instant, jitter: Double
    ) throws(MessageError) -> [Performance] {
        var performances: [Performance] = []
        if let due = pendingAcknowledgement?.due, due <= now {
            performances.append(.send(try acknowledge(session: &session)))
        }
        if let message = pendingMessage, message.due <= now {
            if message.transmissions >= ReliableMessageParameters.maximumTransmissions {
                pendingMessage = nil
                isClosed = true
                performances.append(.giveUp(counter: message.message.counter))
            } else {
                let transmissions = message.transmissions + 1
                let due = Self.due(
                    afterTransmissions: transmissions, session: session, at: now, jitter: jitter)
                pendingMessage = PendingMessage(message: message.message, transmissions: transmissions, due: due)
                performances.append(.send(message.message.bytes))
            }
        }
        return performances
    }

    /// Ends the exchange for this side, and returns the acknowledgement that the peer still waits for. A message that
    /// waits for its own acknowledgement is sent again as before, until `isFinished`.
    package mutating func close(session: inout some MessageSession) throws(MessageError) -> [[UInt8]] {
        guard !isClosed else { return [] }
        isClosed = true
        return pendingAcknowledgement?.due == nil ? [] : [try acknowledge(session: &session)]
    }

    /// Gives up the message that waits for its acknowledgement, which is not sent again. The exchange is closed.
    package mutating func abandon() {
        pendingMessage = nil
        isClosed = true
    }

    // MARK: Receiving

    /// Records a message of this exchange, and returns whether it is used and what to send at once.
    ///
    /// A reliable message is acknowledged by the next message of this side, or after 200 ms. It is acknowledged at once
    /// if it is a duplicate, if the exchange is closed, or if another one follows it.
    package mutating func receive(
        _ message: ReceivedMessage, session: inout some MessageSession, at now: ContinuousClock.Instant
    ) throws(MessageError) -> Reception {
        let isDelivered = !message.isDuplicate && !isClosed && !message.header.isStandaloneAcknowledgement
        let isAcknowledgement = pendingMessage.map { pending in
            // The sides take turns. A message that acknowledges nothing also shows that the one before it has arrived.
            let counter = message.header.acknowledgedCounter
            return counter == pending.message.counter || counter == nil && isDelivered
        }
        if isAcknowledgement == true { pendingMessage = nil }
        var datagrams: [[UInt8]] = []
        if message.header.isReliable, message.isDuplicate {
            datagrams.append(try acknowledgement(of: message.counter, session: &session))
            if pendingAcknowledgement?.counter == message.counter { pendingAcknowledgement?.due = nil }
        } else if message.header.isReliable {
            if pendingAcknowledgement?.due != nil { datagrams.append(try acknowledge(session: &session)) }
            pendingAcknowledgement = PendingAcknowledgement(
                counter: message.counter, due: now + ReliableMessageParameters.acknowledgementDelay)
            if isClosed { datagrams.append(try acknowledge(session: &session)) }
        }
        return Reception(
            isDelivered: isDelivered, isAcknowledgement: isAcknowledgement ?? false, datagrams: datagrams)
    }

    // MARK: State

    private struct PendingMessage {
        let message: EncodedMessage
        let transmissions: Int
        /// When it is sent again, or given up.
        let due: ContinuousClock.Instant
    }

    private struct PendingAcknowledgement {
        let counter: UInt32
        /// Nil after a stand-alone acknowledgement. The next message of this side acknowledges again, because the first
        /// acknowledgement may have been lost.
        var due: ContinuousClock.Instant?
    }

    /// When a message is due again that is sent now for the given time.
    private static func due(
        afterTransmissions transmissions: Int, session: some MessageSession, at now: ContinuousClock.Instant,
        jitter: Double
    ) -> ContinuousClock.Instant {
        let parameters = session.peerParameters
        let isActive = parameters.isActive(lastActivity: session.lastPeerActivity, at: now)
        return now
            + parameters.backoff(afterTransmissions: transmissions, isPeerActive: isActive, jitter: jitter)
    }

    /// The bytes of the acknowledgement that waits. Callers have checked that there is one.
    private mutating func acknowledge(session: inout some MessageSession) throws(MessageError) -> [UInt8] {
        guard let counter = pendingAcknowledgement?.counter else { return [] }
        pendingAcknowledgement?.due = nil
        return try acknowledgement(of: counter, session: &session)
    }

    private func acknowledgement(
        of counter: UInt32, session: inout some MessageSession
    ) throws(MessageError) -> [UInt8] {
        try Exchange.acknowledgement(of: counter, exchangeID: id, role: role, session: &session)
    }

    /// The bytes of a stand-alone acknowledgement.
    static func acknowledgement(
        of counter: UInt32, exchangeID: UInt16, role: ExchangeRole, session: inout some MessageSession
    ) throws(MessageError) -> [UInt8] {
        let header = ProtocolHeader(
            exchangeID: exchangeID, senderRole: role, protocolID: .secureChannel,
            opcode: SecureChannelOpcode.standaloneAcknowledgement.rawValue, isReliable: false,
            acknowledgedCounter: counter)
        return try session.encode(header, payload: []).bytes
    }
}

/// Why an exchange does not send a message.
package enum ExchangeError: Error, Hashable, Sendable {
    case closed
    /// An earlier message of this side waits for the peer.
    case awaitingAcknowledgement
    /// The session has as many exchanges as it may have.
    case tooManyExchanges(limit: Int)
    case message(MessageError)
}
