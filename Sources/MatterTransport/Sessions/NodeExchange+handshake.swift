package import MatterProtocol

extension NodeExchange {
    /// Sends `first`, passes each answer to `receive`, and sends what follows from it, until the handshake gives a
    /// session. Tells the node when it fails.
    package func perform<Session: Sendable>(
        handshake first: HandshakeMessage,
        receive: (HandshakeMessage) throws(SessionEstablishmentFailure) -> HandshakeStep<Session>
    ) async throws(NodeFailure) -> Session {
        var message = first
        while true {
            try await send(message.opcode, payload: message.payload)
            let answer = try await self.receive().handshake
            let step: HandshakeStep<Session>
            do throws(SessionEstablishmentFailure) {
                step = try receive(answer)
            } catch {
                try await report(error, isInitiator: true)
                throw .establishment(error)
            }
            if let reply = step.reply { message = reply }
            if let session = step.session {
                guard step.reply != nil else { return session }
                try await send(message.opcode, payload: message.payload)
                // Without its last message, the node has no session.
                await channel.flush()
                return session
            }
        }
    }

    /// Tells the node why a handshake ended, if it does not know.
    package func report(_ failure: SessionEstablishmentFailure, isInitiator: Bool) async throws(NodeFailure) {
        guard let report = failure.statusReport(isInitiator: isInitiator) else { return }
        try await send(.statusReport, payload: report.encode())
    }
}

extension ReceivedMessage {
    /// The message as one of PASE or CASE. Throws `.unexpectedMessage` for one of another protocol.
    package var handshake: HandshakeMessage {
        get throws(NodeFailure) {
            guard let opcode = header.secureChannelOpcode else { throw .unexpectedMessage }
            return HandshakeMessage(opcode: opcode, payload: payload)
        }
    }
}
