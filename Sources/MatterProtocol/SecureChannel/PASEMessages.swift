import Crypto

/// The messages of PASE. Source: Matter core specification 1.4, section 4.14.1.2.
enum PASEMessages {
    static let randomBytes = 32
    static let confirmationBytes = 32

    /// What binds the key exchange to the messages before it.
    static func context(request: HandshakeMessage, response: HandshakeMessage) -> SPAKE2Plus.Context {
        var hash = SHA256()
        hash.update(data: Array("CHIP PAKE V1 Commissioning".utf8))
        hash.update(data: request.payload)
        hash.update(data: response.payload)
        return SPAKE2Plus.Context(context: Array(hash.finalize()))
    }

    static func keys(of secrets: SPAKE2Plus.Secrets) -> SessionKeys {
        SessionKeys(secret: secrets.sharedSecret, salt: [], info: "SessionKeys")
    }
}

struct PBKDFParamRequest {
    let initiatorRandom: [UInt8]
    let initiatorSessionID: UInt16
    /// 0 is the passcode of the node, and no other exists.
    let passcodeID: UInt16
    let hasParameters: Bool
    let sessionParameters: SessionParameters

    var message: HandshakeMessage {
        HandshakeMessage(
            .pbkdfParamRequest,
            fields: .structure([
                1: .bytes(initiatorRandom), 2: .number(initiatorSessionID), 3: .number(passcodeID),
                4: .boolean(hasParameters), 5: sessionParameters.value,
            ]))
    }
}

extension PBKDFParamRequest {
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        self = try message.decode(as: .pbkdfParamRequest) { (fields) throws(TLVFieldError) in
            PBKDFParamRequest(
                initiatorRandom: try fields.bytes(1, count: PASEMessages.randomBytes),
                initiatorSessionID: try fields.sessionID(2), passcodeID: try fields.integer(3),
                hasParameters: try fields.boolean(4), sessionParameters: SessionParameters(fields.value[5]))
        }
    }
}

struct PBKDFParamResponse {
    let initiatorRandom: [UInt8]
    let responderRandom: [UInt8]
    let responderSessionID: UInt16
    /// Absent if the initiator said that it knows them.
    let iterations: UInt32?
    let salt: [UInt8]?
    let sessionParameters: SessionParameters

    var message: HandshakeMessage {
        let parameters = iterations.flatMap { iterations in
            salt.map { TLVValue.structure([1: .number(iterations), 2: .bytes($0)]) }
        }
        return HandshakeMessage(
            .pbkdfParamResponse,
            fields: .structure([
                1: .bytes(initiatorRandom), 2: .bytes(responderRandom), 3: .number(responderSessionID), 4: parameters,
                5: sessionParameters.value,
            ]))
    }
}

extension PBKDFParamResponse {
    /// The ranges of the iterations and the salt are not checked.
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        self = try message.decode(as: .pbkdfParamResponse) { (fields) throws(TLVFieldError) in
            let parameters = fields.value[4] == nil ? nil : try fields.fields(4)
            return PBKDFParamResponse(
                initiatorRandom: try fields.bytes(1, count: PASEMessages.randomBytes),
                responderRandom: try fields.bytes(2, count: PASEMessages.randomBytes),
                responderSessionID: try fields.sessionID(3), iterations: try parameters?.integer(1),
                salt: try parameters?.bytes(2, count: 0...255),
                sessionParameters: SessionParameters(fields.value[5]))
        }
    }
}

struct Pake1 {
    let share: [UInt8]

    var message: HandshakeMessage { HandshakeMessage(.pake1, fields: .structure([1: .bytes(share)])) }
}

extension Pake1 {
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        share = try message.decode(as: .pake1) { (fields) throws(TLVFieldError) in
            try fields.bytes(1, count: P256Point.byteCount)
        }
    }
}

struct Pake2 {
    let share: [UInt8]
    let confirmation: [UInt8]

    var message: HandshakeMessage {
        HandshakeMessage(.pake2, fields: .structure([1: .bytes(share), 2: .bytes(confirmation)]))
    }
}

extension Pake2 {
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        self = try message.decode(as: .pake2) { (fields) throws(TLVFieldError) in
            Pake2(
                share: try fields.bytes(1, count: P256Point.byteCount),
                confirmation: try fields.bytes(2, count: PASEMessages.confirmationBytes))
        }
    }
}

struct Pake3 {
    let confirmation: [UInt8]

    var message: HandshakeMessage { HandshakeMessage(.pake3, fields: .structure([1: .bytes(confirmation)])) }
}

extension Pake3 {
    init(_ message: HandshakeMessage) throws(SessionEstablishmentFailure) {
        confirmation = try message.decode(as: .pake3) { (fields) throws(TLVFieldError) in
            try fields.bytes(1, count: PASEMessages.confirmationBytes)
        }
    }
}

extension TLVFields {
    /// A session id. 0 belongs to messages without a session, so that no session may have it.
    func sessionID(_ tag: UInt8) throws(TLVFieldError) -> UInt16 {
        let number = try integer(tag, as: UInt16.self)
        guard number != 0 else { throw .invalid(tag) }
        return number
    }
}
