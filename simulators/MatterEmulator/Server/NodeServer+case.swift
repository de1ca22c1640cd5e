import MatterProtocol
import MatterTransport

/// CASE, with resumption.
extension NodeServer {
    nonisolated func answerCASE(
        _ incoming: IncomingExchange, arrival: MessageRouter.Arrival, sessionID: UInt16
    ) async throws(NodeFailure) -> Ending {
        let wrongAnswer = try await incoming.message.handshake.offersResumption ? faults.resumptionAnswer : nil
        if wrongAnswer == .silence { throw .timedOut }
        if wrongAnswer == .refusal {
            let failure = SessionEstablishmentFailure.undecryptable(.sigma1)
            try await incoming.exchange.report(failure, isInitiator: false)
            throw .establishment(failure)
        }
        var responder = CASEResponder(
            identities: await Array(identities.values), records: await wrongAnswer == .fullHandshake ? [] : resumptions,
            sessionID: sessionID, parameters: definition.sessionParameters)
        let (last, session) = try await answer(incoming) { message throws(SessionEstablishmentFailure) in
            try responder.receive(message)
        }
        let secure = try secureSession(
            session.session, sessionID: sessionID, localNodeID: session.localNodeID, peerNodeID: session.peerNodeID)
        guard let fabric = await keep(session.resumption) else { throw .establishment(.noSharedTrustRoots) }
        return Ending(
            session: EstablishedNodeSession(
                secure: secure, arrival: arrival,
                subject: AccessSubject(
                    authentication: .certificate(session.peerNodeID, tags: session.peerTags), fabric: fabric),
                attestationChallenge: session.session.keys.attestationChallenge),
            lastMessage: last)
    }

    /// What the node sends of an answer in a handshake: with the fault, the code of an accepted resumption is wrong.
    func sentPayload(of answer: HandshakeMessage) -> [UInt8] {
        var payload = answer.payload
        guard faults.resumptionAnswer == .wrongCode, answer.opcode == .sigma2Resume,
            payload.indices.contains(Self.resumptionCodePosition)
        else { return payload }
        payload[Self.resumptionCodePosition] ^= 1
        return payload
    }

    /// The first byte of the code in Sigma2Resume: after the beginning of the structure, the id with its three bytes of
    /// TLV, and three bytes of TLV.
    private static let resumptionCodePosition = 1 + 3 + 16 + 3

    /// Keeps the record with which the controller can resume the session. Returns the index of its fabric; nil if the
    /// node has left it meanwhile.
    private func keep(_ resumption: ResumptionRecord) -> UInt8? {
        let fabric = identities.first { $0.value.compressedFabricID == resumption.fabric }?.key
        guard let fabric else { return nil }
        resumptions.removeAll { $0.fabric == resumption.fabric && $0.peerNodeID == resumption.peerNodeID }
        resumptions.append(resumption)
        if resumptions.count > limits.resumptionRecords { resumptions.removeFirst() }
        return fabric
    }
}

extension HandshakeMessage {
    /// Whether this Sigma1 asks to resume a session.
    fileprivate var offersResumption: Bool { (try? TLVDecoder.decode(payload))?[6] != nil }

    /// What the first message of a handshake asks for.
    var request: NodeRequest {
        opcode == .pbkdfParamRequest ? .passcodeSession : .certificateSession(offersResumption: offersResumption)
    }
}
