package import MatterProtocol

/// One exchange with a node, as its users see it: messages are sent until they are acknowledged, and read one by one.
package struct NodeExchange: Sendable {
    let channel: SessionChannel
    let key: ExchangeTable.Key

    /// Sends a message of the interaction model. It is not sent again after `expiry`. `isWanted` is asked before it is
    /// sent; when it answers no, throws `.notSent`. Returns the place of the message in the order in which the session
    /// sends and receives messages. `whenSent` gets it too, before any later message is received.
    @discardableResult package func send(
        _ message: some InteractionMessage, before expiry: ContinuousClock.Instant? = nil,
        isWanted: (@Sendable () async -> Bool)? = nil, whenSent: (@Sendable (Int) -> Void)? = nil
    ) async throws(NodeFailure) -> Int {
        try await channel.send(
            message.encode(), protocolID: .interactionModel, opcode: type(of: message).opcode.rawValue, over: key,
            expiry: expiry, isWanted: isWanted, whenSent: whenSent)
    }

    /// Sends a message of the interaction model that is encoded already, such as a part of a long report.
    package func send(opcode: InteractionOpcode, payload: [UInt8]) async throws(NodeFailure) {
        try await channel.send(
            payload, protocolID: .interactionModel, opcode: opcode.rawValue, over: key)
    }

    /// Sends a message of the secure channel.
    package func send(_ opcode: SecureChannelOpcode, payload: [UInt8]) async throws(NodeFailure) {
        try await channel.send(
            payload, protocolID: .secureChannel, opcode: opcode.rawValue, over: key)
    }

    /// The next message of the node. Throws `.timedOut` if none comes within `limit`; without a limit, within the time
    /// that the node may take with all retransmissions.
    package func receive(within limit: Duration? = nil) async throws(NodeFailure) -> ReceivedMessage {
        let usual = await channel.answerTime
        return try await channel.nextMessage(of: key, within: limit ?? usual)
    }

    /// The next message of the node, which must be of this kind. A status response in its place throws `.refused`, and a
    /// status report `.reported`.
    package func receive<Message: InteractionMessage>(
        _ type: Message.Type, within limit: Duration? = nil
    ) async throws(NodeFailure) -> Message {
        try await receive(within: limit).interaction(type)
    }

    /// Gives up the last message, if it is not acknowledged: it is not sent again, although the node may have received it.
    /// The reader gets `.timedOut`.
    package func abandon() async { await channel.abandon(key) }

    /// Ends the exchange. Every exchange is ended by its user.
    package func end() async { await channel.end(key) }
}

/// An exchange that a node has begun.
package struct IncomingExchange: Sendable {
    package let exchange: NodeExchange
    /// Its first message.
    package let message: ReceivedMessage
    /// The place of that message in the order in which the session sends and receives messages.
    package let number: Int
}

extension ReceivedMessage {
    /// The message as one of this kind. A status response in its place throws `.refused`, and a status report `.reported`.
    package func interaction<Message: InteractionMessage>(_ type: Message.Type) throws(NodeFailure) -> Message {
        switch header.interactionOpcode {
        case Message.opcode: return try read()
        case .statusResponse:
            let response: StatusResponse = try read()
            throw .refused(InteractionOutcome(response.status))
        default: throw try statusReport.map { .reported($0) } ?? .unexpectedMessage
        }
    }

    private func read<Message: InteractionMessage>() throws(NodeFailure) -> Message {
        do throws(InteractionError) {
            return try Message(decoding: payload)
        } catch {
            throw .interaction(error)
        }
    }

    /// The status report that this message is; nil for another message. Throws if it cannot be read.
    package var statusReport: StatusReport? {
        get throws(NodeFailure) {
            guard header.secureChannelOpcode == .statusReport else { return nil }
            do throws(MessageError) {
                return try StatusReport(decoding: payload)
            } catch {
                throw .message(error)
            }
        }
    }
}
