import Crypto

/// The node's side of PASE, for one exchange. The node counts the failures itself: the specification closes the
/// commissioning window after 20.
package struct PASEResponder: Sendable {
    private enum State: Sendable {
        case awaitsRequest
        case awaitsPake1(SPAKE2Plus.Context, peerSessionID: UInt16, peerParameters: SessionParameters)
        case awaitsPake3(expected: [UInt8], EstablishedSession)
        case ended
    }

    private let verifier: SPAKE2PlusVerifier
    private let stretching: PBKDFParameters
    private let sessionID: UInt16
    private let parameters: SessionParameters
    private var state = State.awaitsRequest

    /// `stretching` are the parameters with which the verifier was derived. `sessionID` is the id of the session on this
    /// side, which is not 0 and which no other session has.
    package init(
        verifier: SPAKE2PlusVerifier, stretching: PBKDFParameters, sessionID: UInt16,
        parameters: SessionParameters = SessionParameters()
    ) {
        self.verifier = verifier
        self.stretching = stretching
        self.sessionID = sessionID
        self.parameters = parameters
    }

    /// Takes the next message of the commissioner. The last step has both the session and the status report to send.
    package mutating func receive(
        _ message: HandshakeMessage
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<EstablishedSession> {
        let current = state
        state = .ended
        switch current {
        case .awaitsRequest: return try receiveRequest(message)
        case .awaitsPake1(let context, let peerSessionID, let peerParameters):
            return try receivePake1(
                message, context: context, peerSessionID: peerSessionID, peerParameters: peerParameters)
        case .awaitsPake3(let expected, let session):
            guard ConstantTime.areEqual(try Pake3(message).confirmation, expected) else { throw .wrongPasscode }
            return HandshakeStep(reply: .statusReport(.sessionEstablished), session: session)
        case .ended: throw .outOfOrder
        }
    }

    private mutating func receiveRequest(
        _ message: HandshakeMessage
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<EstablishedSession> {
        guard sessionID != 0 else { throw .outOfOrder }
        let request = try PBKDFParamRequest(message)
        guard request.passcodeID == 0 else { throw .unknownPasscodeID(request.passcodeID) }
        let response = PBKDFParamResponse(
            initiatorRandom: request.initiatorRandom,
            responderRandom: HandshakeRandom.bytes(PASEMessages.randomBytes), responderSessionID: sessionID,
            iterations: request.hasParameters ? nil : stretching.iterations,
            salt: request.hasParameters ? nil : stretching.salt, sessionParameters: parameters
        ).message
        state = .awaitsPake1(
            PASEMessages.context(request: message, response: response), peerSessionID: request.initiatorSessionID,
            peerParameters: request.sessionParameters)
        return .send(response)
    }

    private mutating func receivePake1(
        _ message: HandshakeMessage, context: SPAKE2Plus.Context, peerSessionID: UInt16,
        peerParameters: SessionParameters
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<EstablishedSession> {
        let pake1 = try Pake1(message)
        do throws(P256Error) {
            let peerShare = try P256Point(received: pake1.share)
            let exchange = try SPAKE2Plus()
            let secret = try P256Scalar.random()
            let share = try exchange.verifierShare(secret: secret, w0: verifier.w0)
            let secrets = try exchange.verifierSecrets(
                verifier, secret: secret, ownShare: share, peerShare: peerShare, context: context)
            let session = EstablishedSession(
                localSessionID: sessionID, peerSessionID: peerSessionID, isInitiator: false,
                keys: PASEMessages.keys(of: secrets), peerParameters: peerParameters)
            state = .awaitsPake3(expected: secrets.proverConfirmation, session)
            return .send(Pake2(share: share.bytes, confirmation: secrets.verifierConfirmation).message)
        } catch {
            throw SessionEstablishmentFailure(error)
        }
    }
}
