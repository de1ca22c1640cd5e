extension EstablishedSession {
    /// The session that encrypts messages. `localNodeID` and `peerNodeID` are the ids in the fabric; a session of PASE has
    /// none, and both are `.unspecified`. `now` is the time of the last message of the handshake.
    package func secureSession(
        localNodeID: NodeID = .unspecified, peerNodeID: NodeID = .unspecified,
        peerParameters: ReliableMessageParameters, establishedAt now: ContinuousClock.Instant
    ) throws(MessageError) -> SecureSession {
        try SecureSession(
            localSessionID: localSessionID, peerSessionID: peerSessionID, localNodeID: localNodeID.rawValue,
            peerNodeID: peerNodeID.rawValue,
            encryptionKey: isInitiator ? keys.initiatorToResponder : keys.responderToInitiator,
            decryptionKey: isInitiator ? keys.responderToInitiator : keys.initiatorToResponder,
            peerParameters: peerParameters, establishedAt: now)
    }
}

extension ReliableMessageParameters {
    /// These parameters, replaced by what the node told while the session was established.
    package func replacing(with parameters: SessionParameters) -> ReliableMessageParameters {
        ReliableMessageParameters(
            idleInterval: parameters.idleInterval.map { Int($0) } ?? Int(idleInterval.wholeMilliseconds),
            activeInterval: parameters.activeInterval.map { Int($0) } ?? Int(activeInterval.wholeMilliseconds),
            activeThreshold: parameters.activeThreshold.map { Int($0) } ?? Int(activeThreshold.wholeMilliseconds))
    }
}
