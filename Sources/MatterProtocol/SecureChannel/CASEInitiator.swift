import Crypto

/// The side of CASE that wants a session with a node of its fabric.
///
/// With a resumption record the initiator offers to resume the session of the record. A responder that does not know
/// the record answers with Sigma2, and the exchange goes on as if there had been no offer. If CASE fails after an offer
/// (`.undecryptable(.sigma2Resume)` says so for certain), callers discard the record and begin once more without it.
///
/// Source: Matter core specification 1.4, section 4.14.2.
package struct CASEInitiator: Sendable {
    private enum State: Sendable {
        case start
        case awaitsSigma2(sigma1: HandshakeMessage, random: [UInt8], exchange: CASEKeyExchange)
        case awaitsSuccess(CASESession)
        case ended
    }

    private let identity: FabricIdentity
    private let peer: NodeID
    private let sessionID: UInt16
    private let parameters: SessionParameters
    private let record: ResumptionRecord?
    private var state = State.start

    /// `sessionID` is the id of the session on this side, which is not 0 and which no other session has. A record of
    /// another node or fabric is ignored.
    package init(
        identity: FabricIdentity, peer: NodeID, sessionID: UInt16, parameters: SessionParameters = SessionParameters(),
        resumption record: ResumptionRecord? = nil
    ) {
        self.identity = identity
        self.peer = peer
        self.sessionID = sessionID
        self.parameters = parameters
        let isUsable = record?.fabric == identity.compressedFabricID && record?.peerNodeID == peer
        self.record = isUsable ? record : nil
    }

    /// Returns the first message: Sigma1.
    package mutating func start() throws(SessionEstablishmentFailure) -> HandshakeMessage {
        guard case .start = state, sessionID != 0 else { throw .outOfOrder }
        let random = HandshakeRandom.bytes(CASEMessages.randomBytes)
        let exchange = CASEKeyExchange()
        var resumption: Sigma1.Resumption?
        if let record {
            let mic = try CASEKeys.resumptionMIC(
                secret: record.secret, initiatorRandom: random, resumptionID: record.id, nonce: .resume1)
            resumption = Sigma1.Resumption(id: record.id, mic: mic)
        }
        let sigma1 = Sigma1(
            initiatorRandom: random, initiatorSessionID: sessionID,
            destinationID: identity.destinationID(of: peer, random: random), initiatorPublicKey: exchange.publicKey,
            sessionParameters: parameters, resumption: resumption
        ).message
        state = .awaitsSigma2(sigma1: sigma1, random: random, exchange: exchange)
        return sigma1
    }

    /// Takes the next message of the responder. A step with both a message and a session ends a resumption: the message
    /// must be sent, and the session exists.
    package mutating func receive(
        _ message: HandshakeMessage
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<CASESession> {
        let current = state
        state = .ended
        switch current {
        case .awaitsSigma2(_, let random, _) where message.opcode == .sigma2Resume:
            guard let record else { throw .unexpectedMessage(.sigma2Resume) }
            return try resume(record, message: message, random: random)
        case .awaitsSigma2(let sigma1, _, let exchange):
            return try receiveSigma2(message, sigma1: sigma1.payload, exchange: exchange)
        case .awaitsSuccess(let session):
            try message.requireSuccess()
            return HandshakeStep(reply: nil, session: session)
        case .start, .ended: throw .outOfOrder
        }
    }

    private func resume(
        _ record: ResumptionRecord, message: HandshakeMessage, random: [UInt8]
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<CASESession> {
        let answer = try Sigma2Resume(message)
        let mic = try CASEKeys.resumptionMIC(
            secret: record.secret, initiatorRandom: random, resumptionID: answer.resumptionID, nonce: .resume2)
        guard ConstantTime.areEqual(mic, answer.mic) else { throw .undecryptable(.sigma2Resume) }
        let keys = CASEKeys.resumedSession(secret: record.secret, initiatorRandom: random, resumptionID: record.id)
        let session = CASESession(
            session: EstablishedSession(
                localSessionID: sessionID, peerSessionID: answer.responderSessionID, isInitiator: true, keys: keys,
                peerParameters: answer.sessionParameters),
            fabric: identity.compressedFabricID, localNodeID: identity.nodeID, peerNodeID: record.peerNodeID,
            peerTags: record.peerTags, isResumed: true, resumption: record.replacingID(answer.resumptionID))
        return HandshakeStep(reply: .statusReport(.sessionEstablished), session: session)
    }

    private mutating func receiveSigma2(
        _ message: HandshakeMessage, sigma1: [UInt8], exchange: CASEKeyExchange
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<CASESession> {
        let sigma2 = try Sigma2(message)
        let secret = try exchange.secret(with: sigma2.responderPublicKey)
        let key = CASEKeys.sigma2(
            secret: secret, identityProtectionKey: identity.identityProtectionKey,
            responderRandom: sigma2.responderRandom, responderPublicKey: sigma2.responderPublicKey, sigma1: sigma1)
        let proof = try CASEProof(
            decoding: try CASEKeys.open(sigma2.encrypted, key: key, nonce: .sigma2, of: .sigma2), of: .sigma2)
        let certificate = try proof.verify(
            for: identity, senderPublicKey: sigma2.responderPublicKey, receiverPublicKey: exchange.publicKey,
            of: .sigma2)
        guard let found = certificate.subject.nodeID, found == peer else {
            throw .otherNode(certificate.subject.nodeID ?? .unspecified)
        }
        let sigma3 = try sigma3(
            sigma1: sigma1, sigma2: message.payload, secret: secret, peer: sigma2, exchange: exchange)
        let keys = CASEKeys.session(
            secret: secret, identityProtectionKey: identity.identityProtectionKey, sigma1: sigma1,
            sigma2: message.payload, sigma3: sigma3.payload)
        let tags = certificate.subject.tags
        state = .awaitsSuccess(
            CASESession(
                session: EstablishedSession(
                    localSessionID: sessionID, peerSessionID: sigma2.responderSessionID, isInitiator: true, keys: keys,
                    peerParameters: sigma2.sessionParameters),
                fabric: identity.compressedFabricID, localNodeID: identity.nodeID, peerNodeID: found, peerTags: tags,
                isResumed: false,
                resumption: ResumptionRecord(
                    id: proof.resumptionID ?? [], secret: secret, fabric: identity.compressedFabricID,
                    peerNodeID: found, peerTags: tags)))
        return .send(sigma3)
    }

    private func sigma3(
        sigma1: [UInt8], sigma2: [UInt8], secret: SymmetricKey, peer: Sigma2, exchange: CASEKeyExchange
    ) throws(SessionEstablishmentFailure) -> HandshakeMessage {
        let proof = try CASEProof(
            identity: identity, ownPublicKey: exchange.publicKey, peerPublicKey: peer.responderPublicKey)
        let key = CASEKeys.sigma3(
            secret: secret, identityProtectionKey: identity.identityProtectionKey, sigma1: sigma1, sigma2: sigma2)
        return Sigma3(encrypted: try CASEKeys.seal(proof.encoded, key: key, nonce: .sigma3)).message
    }
}
