package import HomeKitAccessories
package import HomeKitProtocol

/// Why an exchange with an accessory failed. After a failure of the connection itself, a new one must be made.
package enum AccessoryFailure: Error, Hashable, Sendable {
    /// No connection could be made.
    case unreachable
    /// The connection ended.
    case closed
    /// The accessory did not answer in time. The connection is closed then, because a late answer would be taken for
    /// that to a later request.
    case timedOut
    /// The request was certainly not sent.
    case notSent(Obstacle)
    case badMessage(HAPMessageError)
    case badFrame(FrameError)
    /// An answer came without a request.
    case unexpectedAnswer
    /// Events arrived faster than they could be processed.
    case tooManyEvents
    case pairing(PairingFailure, during: PairingProcedure)
    case refused(HAPRefusal)
    case characteristics(CharacteristicsFailure)
    /// The accessory refused a request with a status of its own.
    case status(HAPStatus)
    case database(AccessoryDatabaseError)

    /// Why a request was not sent.
    package enum Obstacle: Hashable, Sendable {
        case cancelled
        /// The connection had ended.
        case disconnected
        /// Its time was over when the requests before it were done.
        case expired
    }
}

extension AccessoryFailure: CustomStringConvertible {
    /// A sentence for people: what happened, and what to do if anything can be done.
    package var description: String {
        switch self {
        case .unreachable: "The accessory does not accept connections. Check that it has power and is on this network."
        case .closed: "The accessory closed the connection."
        case .timedOut: "The accessory did not answer in time."
        case .notSent(.cancelled): "The request was cancelled before it was sent."
        case .notSent(.disconnected): "The connection to the accessory was lost before the request was sent."
        case .notSent(.expired): "The accessory was busy with other requests, so this one was not sent in time."
        case .badMessage, .badFrame, .unexpectedAnswer, .characteristics(.json), .characteristics(.malformed):
            "The accessory sent a message that HomeKit does not allow."
        case .tooManyEvents: "The accessory sent more events than the gateway can process."
        case .pairing(let failure, let procedure): failure.explanation(during: procedure)
        case .refused(let refusal), .characteristics(.refused(let refusal)):
            refusal.isUnauthorized
                ? "The accessory does not accept this session any more."
                : "The accessory refused the request with the HTTP status \(refusal.httpStatus)."
        case .status(let status): status.explanation
        case .database(let error): error.description
        }
    }
}
