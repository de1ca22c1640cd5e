import Crypto

/// The commissioner's side of PASE, which establishes a session with a node whose passcode the commissioner knows.
///
/// Source: Matter core specification 1.4, section 4.14.1.
package struct PASEInitiator: Sendable {
    private enum State: Sendable {
        case start
        case awaitsParameters(request: HandshakeMessage, random: [UInt8])
        case awaitsPake2(Exchange)
        case awaitsSuccess(EstablishedSession)
        case ended
    }

    private struct Exchange: Sendable {
        let credentials: SPAKE2PlusCredentials
        let secret: P256Scalar
        let share: P256Point
        let context: SPAKE2Plus.Context
        let peerSessionID: UInt16
        let peerParameters: SessionParameters
    }

    private let passcode: SetupPasscode
    private let sessionID: UInt16
    private let parameters: SessionParameters
    private var state = State.start

    /// `sessionID` is the id of the session on this side, which is not 0 and which no other session has.
    package init(passcode: SetupPasscode, sessionID: UInt16, parameters: SessionParameters = SessionParameters()) {
        self.passcode = passcode
        self.sessionID = sessionID
        self.parameters = parameters
    }

    /// Returns the first message: PBKDFParamRequest.
    package mutating func start() throws(SessionEstablishmentFailure) -> HandshakeMessage {
        guard case .start = state, sessionID != 0 else { throw .outOfOrder }
        let random = HandshakeRandom.bytes(PASEMessages.randomBytes)
        let request = PBKDFParamRequest(
            initiatorRandom: random, initiatorSessionID: sessionID, passcodeID: 0, hasParameters: false,
            sessionParameters: parameters)
        state = .awaitsParameters(request: request.message, random: random)
        return request.message
    }

    /// Takes the next message of the node. PBKDFParamResponse takes long to process: about a microsecond for each
    /// iteration that the node demands.
    package mutating func receive(
        _ message: HandshakeMessage
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<EstablishedSession> {
        let current = state
        state = .ended
        switch current {
        case .awaitsParameters(let request, let random):
            return try receiveParameters(message, request: request, random: random)
        case .awaitsPake2(let exchange): return try receivePake2(message, exchange: exchange)
        case .awaitsSuccess(let session):
            try message.requireSuccess()
            return HandshakeStep(reply: nil, session: session)
        case .start, .ended: throw .outOfOrder
        }
    }

    private mutating func receiveParameters(
        _ message: HandshakeMessage, request: HandshakeMessage, random: [UInt8]
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<EstablishedSession> {
        let response = try PBKDFParamResponse(message)
        guard response.initiatorRandom == random else { throw .otherExchange }
        guard let iterations = response.iterations, let salt = response.salt else {
            throw .malformed(.pbkdfParamResponse, .missing(4))
        }
        let stretching = try PBKDFParameters(iterations: iterations, salt: salt)
        do throws(P256Error) {
            let credentials = try SPAKE2PlusCredentials(passcode: passcode, parameters: stretching)
            let secret = try P256Scalar.random()
            let share = try SPAKE2Plus().proverShare(secret: secret, w0: credentials.w0)
            let context = PASEMessages.context(request: request, response: message)
            state = .awaitsPake2(
                Exchange(
                    credentials: credentials, secret: secret, share: share, context: context,
                    peerSessionID: response.responderSessionID, peerParameters: response.sessionParameters))
            return .send(Pake1(share: share.bytes).message)
        } catch {
            throw SessionEstablishmentFailure(error)
        }
    }

    private mutating func receivePake2(
        _ message: HandshakeMessage, exchange: Exchange
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<EstablishedSession> {
        let pake2 = try Pake2(message)
        let secrets: SPAKE2Plus.Secrets
        do throws(P256Error) {
            let peerShare = try P256Point(received: pake2.share)
            secrets = try SPAKE2Plus().proverSecrets(
                exchange.credentials, secret: exchange.secret, ownShare: exchange.share, peerShare: peerShare,
                context: exchange.context)
        } catch {
            throw SessionEstablishmentFailure(error)
        }
        guard ConstantTime.areEqual(pake2.confirmation, secrets.verifierConfirmation) else { throw .wrongPasscode }
        state = .awaitsSuccess(
            EstablishedSession(
                localSessionID: sessionID, peerSessionID: exchange.peerSessionID, isInitiator: true,
                keys: PASEMessages.keys(of: secrets), peerParameters: exchange.peerParameters))
        return .send(Pake3(confirmation: secrets.proverConfirmation).message)
    }
}
