/// The messages of CASE. Source: Matter core specification 1.4, section 4.14.2.3.
enum CASEMessages {
    static let randomBytes = 32
    static let resumptionIDBytes = 16
    static let micBytes = 16
    /// The certificates have at most 400 bytes each, so that more bytes belong to no valid message.
    static let encryptedBytes = 16...1100
}

struct Sigma1 {
    /// The wish to resume an earlier session.
    struct Resumption {
        let id: [UInt8]
        let mic: [UInt8]
    }

    let initiatorRandom: [UInt8]
    let initiatorSessionID: UInt16
    let destinationID: [UInt8]
    let initiatorPublicKey: [UInt8]
    let sessionParameters: SessionParameters
    let resumption: Resumption?

    var message: HandshakeMessage {
        HandshakeMessage(
            .sigma1,
            fields: .structure([
                1: .bytes(initiatorRandom), 2: .number(initiatorSessionID), 3: .bytes(destinationID),
                4: .bytes(initiatorPublicKey), 5: sessionParameters.value, 6: resumption.map { .bytes($0.id) },
                7: resumption.map { .bytes($0.mic) },
            ]))
    }
}

extension Sigma1 {
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        self = try message.decode(as: .sigma1) { (fields) throws(TLVFieldError) in
            let id = CASEMessages.resumptionIDBytes
            let resumption: Resumption? =
                switch (fields.value[6], fields.value[7]) {
                case (nil, nil): nil
                // One of both is not enough.
                default:
                    Resumption(
                        id: try fields.bytes(6, count: id), mic: try fields.bytes(7, count: CASEMessages.micBytes))
                }
            return Sigma1(
                initiatorRandom: try fields.bytes(1, count: CASEMessages.randomBytes),
                initiatorSessionID: try fields.sessionID(2), destinationID: try fields.bytes(3, count: 32),
                initiatorPublicKey: try fields.bytes(4, count: P256Point.byteCount),
                sessionParameters: SessionParameters(fields.value[5]), resumption: resumption)
        }
    }
}

struct Sigma2 {
    let responderRandom: [UInt8]
    let responderSessionID: UInt16
    let responderPublicKey: [UInt8]
    let encrypted: [UInt8]
    let sessionParameters: SessionParameters

    var message: HandshakeMessage {
        HandshakeMessage(
            .sigma2,
            fields: .structure([
                1: .bytes(responderRandom), 2: .number(responderSessionID), 3: .bytes(responderPublicKey),
                4: .bytes(encrypted), 5: sessionParameters.value,
            ]))
    }
}

extension Sigma2 {
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        self = try message.decode(as: .sigma2) { (fields) throws(TLVFieldError) in
            Sigma2(
                responderRandom: try fields.bytes(1, count: CASEMessages.randomBytes),
                responderSessionID: try fields.sessionID(2),
                responderPublicKey: try fields.bytes(3, count: P256Point.byteCount),
                encrypted: try fields.bytes(4, count: CASEMessages.encryptedBytes),
                sessionParameters: SessionParameters(fields.value[5]))
        }
    }
}

struct Sigma2Resume {
    /// The id for the next time.
    let resumptionID: [UInt8]
    let mic: [UInt8]
    let responderSessionID: UInt16
    let sessionParameters: SessionParameters

    var message: HandshakeMessage {
        HandshakeMessage(
            .sigma2Resume,
            fields: .structure([
                1: .bytes(resumptionID), 2: .bytes(mic), 3: .number(responderSessionID), 4: sessionParameters.value,
            ]))
    }
}

extension Sigma2Resume {
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        self = try message.decode(as: .sigma2Resume) { (fields) throws(TLVFieldError) in
            Sigma2Resume(
                resumptionID: try fields.bytes(1, count: CASEMessages.resumptionIDBytes),
                mic: try fields.bytes(2, count: CASEMessages.micBytes), responderSessionID: try fields.sessionID(3),
                sessionParameters: SessionParameters(fields.value[4]))
        }
    }
}

struct Sigma3 {
    let encrypted: [UInt8]

    var message: HandshakeMessage { HandshakeMessage(.sigma3, fields: .structure([1: .bytes(encrypted)])) }
}

extension Sigma3 {
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        encrypted = try message.decode(as: .sigma3) { (fields) throws(TLVFieldError) in
            try fields.bytes(1, count: CASEMessages.encryptedBytes)
        }
    }
}
