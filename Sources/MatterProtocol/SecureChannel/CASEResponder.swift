import Crypto

/// The side of CASE that other nodes of its fabrics ask for a session, for one exchange.
package struct CASEResponder: Sendable {
    private enum State: Sendable {
        case awaitsSigma1
        case awaitsSigma3(Exchange)
        case awaitsSuccess(CASESession)
        case ended
    }

    private struct Exchange: Sendable {
        let identity: FabricIdentity
        let sigma1: [UInt8]
        let sigma2: [UInt8]
        let secret: SymmetricKey
        let peerPublicKey: [UInt8]
        let ownPublicKey: [UInt8]
        let resumptionID: [UInt8]
        let peerSessionID: UInt16
        let peerParameters: SessionParameters
    }

    private let identities: [FabricIdentity]
    private let records: [ResumptionRecord]
    private let sessionID: UInt16
    private let parameters: SessionParameters
    private var state = State.awaitsSigma1

    /// `identities` are those of all fabrics that the node belongs to, and `records` all that it kept. `sessionID` is the
    /// id of the session on this side, which is not 0 and which no other session has.
    package init(
        identities: [FabricIdentity], records: [ResumptionRecord] = [], sessionID: UInt16,
        parameters: SessionParameters = SessionParameters()
    ) {
        self.identities = identities
        self.records = records
        self.sessionID = sessionID
        self.parameters = parameters
    }

    /// Takes the next message of the initiator. A step with both a message and a session ends the exchange: the message
    /// must be sent, and the session exists.
    package mutating func receive(
        _ message: HandshakeMessage
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<CASESession> {
        let current = state
        state = .ended
        switch current {
        case .awaitsSigma1:
            guard sessionID != 0 else { throw .outOfOrder }
            let sigma1 = try Sigma1(message)
            if let step = try resume(sigma1) { return step }
            return try receiveSigma1(sigma1, payload: message.payload)
        case .awaitsSigma3(let exchange): return try receiveSigma3(message, exchange: exchange)
        case .awaitsSuccess(let session):
            try message.requireSuccess()
            return HandshakeStep(reply: nil, session: session)
        case .ended: throw .outOfOrder
        }
    }

    /// Accepts the offer to resume a session; nil if there is none, or if this side does not know it.
    private mutating func resume(
        _ sigma1: Sigma1
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<CASESession>? {
        guard let offer = sigma1.resumption,
            let record = records.first(where: { ConstantTime.areEqual($0.id, offer.id) }),
            let identity = identities.first(where: { $0.compressedFabricID == record.fabric })
        else { return nil }
        let expected = try CASEKeys.resumptionMIC(
            secret: record.secret, initiatorRandom: sigma1.initiatorRandom, resumptionID: record.id, nonce: .resume1)
        guard ConstantTime.areEqual(expected, offer.mic) else { return nil }
        let id = HandshakeRandom.bytes(CASEMessages.resumptionIDBytes)
        let mic = try CASEKeys.resumptionMIC(
            secret: record.secret, initiatorRandom: sigma1.initiatorRandom, resumptionID: id, nonce: .resume2)
        let keys = CASEKeys.resumedSession(
            secret: record.secret, initiatorRandom: sigma1.initiatorRandom, resumptionID: record.id)
        state = .awaitsSuccess(
            CASESession(
                session: EstablishedSession(
                    localSessionID: sessionID, peerSessionID: sigma1.initiatorSessionID, isInitiator: false,
                    keys: keys, peerParameters: sigma1.sessionParameters),
                fabric: record.fabric, localNodeID: identity.nodeID, peerNodeID: record.peerNodeID,
                peerTags: record.peerTags, isResumed: true, resumption: record.replacingID(id)))
        return .send(
            Sigma2Resume(resumptionID: id, mic: mic, responderSessionID: sessionID, sessionParameters: parameters)
                .message)
    }

    private mutating func receiveSigma1(
        _ sigma1: Sigma1, payload: [UInt8]
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<CASESession> {
        let identity = identities.first {
            ConstantTime.areEqual(
                $0.destinationID(of: $0.nodeID, random: sigma1.initiatorRandom), sigma1.destinationID)
        }
        guard let identity else { throw .noSharedTrustRoots }
        let keyExchange = CASEKeyExchange()
        let publicKey = keyExchange.publicKey
        let secret = try keyExchange.secret(with: sigma1.initiatorPublicKey)
        let random = HandshakeRandom.bytes(CASEMessages.randomBytes)
        let resumptionID = HandshakeRandom.bytes(CASEMessages.resumptionIDBytes)
        let proof = try CASEProof(
            identity: identity, ownPublicKey: publicKey, peerPublicKey: sigma1.initiatorPublicKey,
            resumptionID: resumptionID)
        let key = CASEKeys.sigma2(
            secret: secret, identityProtectionKey: identity.identityProtectionKey, responderRandom: random,
            responderPublicKey: publicKey, sigma1: payload)
        let sigma2 = Sigma2(
            responderRandom: random, responderSessionID: sessionID, responderPublicKey: publicKey,
            encrypted: try CASEKeys.seal(proof.encoded, key: key, nonce: .sigma2), sessionParameters: parameters
        ).message
        state = .awaitsSigma3(
            Exchange(
                identity: identity, sigma1: payload, sigma2: sigma2.payload, secret: secret,
                peerPublicKey: sigma1.initiatorPublicKey, ownPublicKey: publicKey, resumptionID: resumptionID,
                peerSessionID: sigma1.initiatorSessionID, peerParameters: sigma1.sessionParameters))
        return .send(sigma2)
    }

    private func receiveSigma3(
        _ message: HandshakeMessage, exchange: Exchange
    ) throws(SessionEstablishmentFailure) -> HandshakeStep<CASESession> {
        let identity = exchange.identity
        let key = CASEKeys.sigma3(
            secret: exchange.secret, identityProtectionKey: identity.identityProtectionKey, sigma1: exchange.sigma1,
            sigma2: exchange.sigma2)
        let sigma3 = try Sigma3(message)
        let proof = try CASEProof(
            decoding: try CASEKeys.open(sigma3.encrypted, key: key, nonce: .sigma3, of: .sigma3), of: .sigma3)
        let certificate = try proof.verify(
            for: identity, senderPublicKey: exchange.peerPublicKey, receiverPublicKey: exchange.ownPublicKey,
            of: .sigma3)
        guard let peer = certificate.subject.nodeID else { throw .certificate(.wrongKind(expected: .node)) }
        let keys = CASEKeys.session(
            secret: exchange.secret, identityProtectionKey: identity.identityProtectionKey, sigma1: exchange.sigma1,
            sigma2: exchange.sigma2, sigma3: message.payload)
        let tags = certificate.subject.tags
        let session = CASESession(
            session: EstablishedSession(
                localSessionID: sessionID, peerSessionID: exchange.peerSessionID, isInitiator: false, keys: keys,
                peerParameters: exchange.peerParameters),
            fabric: identity.compressedFabricID, localNodeID: identity.nodeID, peerNodeID: peer, peerTags: tags,
            isResumed: false,
            resumption: ResumptionRecord(
                id: exchange.resumptionID, secret: exchange.secret, fabric: identity.compressedFabricID,
                peerNodeID: peer, peerTags: tags))
        return HandshakeStep(reply: .statusReport(.sessionEstablished), session: session)
    }
}
