import MatterProtocol
import MatterTransport

/// CASE, with resumption.
extension NodeServer {
    nonisolated func answerCASE(
        _ incoming: IncomingExchange, arrival: MessageRouter.Arrival, sessionID: UInt16
    ) async throws(NodeFailure) -> Ending {
        var responder = CASEResponder(
            identities: await Array(identities.values), records: await resumptions, sessionID: sessionID,
            parameters: definition.sessionParameters)
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
