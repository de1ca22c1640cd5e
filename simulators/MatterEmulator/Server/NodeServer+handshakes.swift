import Logging
import MatterProtocol
import MatterTransport

/// PASE and CASE.
extension NodeServer {
    /// The longest time of PASE or CASE.
    private static let handshakeTime = Duration.seconds(30)

    nonisolated func acceptArrivals(
        over endpoint: DatagramEndpoint, established: AsyncStream<EstablishedNodeSession>.Continuation
    ) async {
        await withDiscardingTaskGroup { group in
            for await arrival in endpoint.router.arrivals {
                group.addTask { await self.accept(arrival, over: endpoint, established: established) }
            }
        }
    }

    /// Runs PASE or CASE with a controller, and passes the session on.
    private nonisolated func accept(
        _ arrival: MessageRouter.Arrival, over endpoint: DatagramEndpoint,
        established: AsyncStream<EstablishedNodeSession>.Continuation
    ) async {
        var random = SystemRandomNumberGenerator()
        let session = UnsecuredSession.responder(initiatorNodeID: arrival.initiatorNodeID, using: &random)
        let id = arrival.initiatorNodeID
        do throws(NodeFailure) {
            try await SessionChannel.with(
                session, at: arrival.source, over: endpoint, clock: clock, arrival: arrival
            ) { channel throws(NodeFailure) in
                await self.begin(id, channel: channel)
                for await incoming in channel.incoming {
                    try await self.shakeHands(incoming, arrival: arrival, over: endpoint, established: established)
                    await incoming.exchange.end()
                    await channel.flush()
                    return
                }
            }
        } catch {
            logger.debug("a session was not established", metadata: ["error.reason": "\(error)"])
        }
        await end(handshake: id)
    }

    private func begin(_ id: UInt64, channel: SessionChannel) {
        handshakes[id] = channel
        schedule(.handshake(id), at: .now + Self.handshakeTime)
    }

    private func end(handshake id: UInt64) {
        handshakes[id] = nil
        schedule(.handshake(id), at: nil)
    }

    /// Answers the messages of one exchange.
    private nonisolated func shakeHands(
        _ incoming: IncomingExchange, arrival: MessageRouter.Arrival, over endpoint: DatagramEndpoint,
        established: AsyncStream<EstablishedNodeSession>.Continuation
    ) async throws(NodeFailure) {
        let exchange = incoming.exchange
        if let wait = await busyWait {
            return try await exchange.send(.statusReport, payload: StatusReport.busy(wait: wait).encode())
        }
        let request = try incoming.message.handshake.request
        guard await admits(request) else { return }
        guard let sessionID = endpoint.router.reserveSessionID() else { throw .tooManySessions }
        do throws(NodeFailure) {
            let session =
                switch try incoming.message.handshake.opcode {
                case .pbkdfParamRequest: try await answerPASE(incoming, arrival: arrival, sessionID: sessionID)
                case .sigma1: try await answerCASE(incoming, arrival: arrival, sessionID: sessionID)
                default: throw NodeFailure.unexpectedMessage
                }
            // The session waits for its first message before the controller has the last message of the handshake.
            established.yield(session.session)
            if let last = session.lastMessage { try await exchange.send(last.opcode, payload: last.payload) }
        } catch {
            endpoint.router.release(sessionID)
            throw error
        }
    }

    /// How long a controller waits that begins a session now; nil if it may go on.
    private var busyWait: Duration? {
        if let wait = faults.busyWait { return wait }
        return handshakes.count > limits.handshakes ? .seconds(5) : nil
    }

    /// A session, and the message that the controller waits for.
    struct Ending: Sendable {
        let session: EstablishedNodeSession
        let lastMessage: HandshakeMessage?
    }

    // MARK: PASE

    private nonisolated func answerPASE(
        _ incoming: IncomingExchange, arrival: MessageRouter.Arrival, sessionID: UInt16
    ) async throws(NodeFailure) -> Ending {
        guard let window = await admittingWindow() else {
            try await incoming.exchange.send(
                .statusReport, payload: StatusReport.busy(wait: .seconds(5)).encode())
            throw .establishment(.noSharedTrustRoots)
        }
        var responder = PASEResponder(
            verifier: window.verifier, stretching: window.stretching, sessionID: sessionID,
            parameters: definition.sessionParameters)
        do throws(NodeFailure) {
            let (step, session) = try await answer(incoming) { message throws(SessionEstablishmentFailure) in
                try responder.receive(message)
            }
            let secure = try secureSession(session, sessionID: sessionID)
            await commissionerConnected()
            return Ending(
                session: EstablishedNodeSession(
                    secure: secure, arrival: arrival,
                    subject: AccessSubject(authentication: .passcode, fabric: nil),
                    attestationChallenge: session.keys.attestationChallenge),
                lastMessage: step)
        } catch {
            if case .establishment = error { await countFailedAttempt() }
            throw error
        }
    }

    nonisolated func secureSession(
        _ session: EstablishedSession, sessionID: UInt16, localNodeID: NodeID = .unspecified,
        peerNodeID: NodeID = .unspecified
    ) throws(NodeFailure) -> SecureSession {
        do throws(MessageError) {
            return try SecureSession(
                localSessionID: sessionID, peerSessionID: session.peerSessionID, localNodeID: localNodeID.rawValue,
                peerNodeID: peerNodeID.rawValue, encryptionKey: session.keys.responderToInitiator,
                decryptionKey: session.keys.initiatorToResponder,
                peerParameters: ReliableMessageParameters(session.peerParameters), establishedAt: .now)
        } catch {
            throw .message(error)
        }
    }

    /// Answers the messages of a handshake until there is a session. Returns it with the message that ends the handshake,
    /// which is not sent yet.
    nonisolated func answer<Session: Sendable>(
        _ incoming: IncomingExchange,
        receive: (HandshakeMessage) throws(SessionEstablishmentFailure) -> HandshakeStep<Session>
    ) async throws(NodeFailure) -> (last: HandshakeMessage?, session: Session) {
        var message = try incoming.message.handshake
        while true {
            let step: HandshakeStep<Session>
            do throws(SessionEstablishmentFailure) {
                step = try receive(message)
            } catch {
                try await incoming.exchange.report(error, isInitiator: false)
                throw .establishment(error)
            }
            if let session = step.session { return (step.reply, session) }
            guard let reply = step.reply else { throw .unexpectedMessage }
            try await incoming.exchange.send(reply.opcode, payload: await sentPayload(of: reply))
            message = try await incoming.exchange.receive().handshake
        }
    }
}

extension ReliableMessageParameters {
    init(_ parameters: SessionParameters) {
        self.init(
            idleInterval: parameters.idleInterval.map(Int.init),
            activeInterval: parameters.activeInterval.map(Int.init),
            activeThreshold: parameters.activeThreshold.map(Int.init))
    }
}
