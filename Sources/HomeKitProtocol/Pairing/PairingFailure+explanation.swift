extension PairingFailure {
    /// What happened, and what a person can do about it.
    package func explanation(during procedure: PairingProcedure) -> String {
        switch self {
        case .refused(let code, let delay?) where code == .backoff:
            "The accessory wants a pause of \(delay) seconds before the next attempt. Wait, then try again."
        case .refused(let code, _): code.explanation(during: procedure)
        case .controllerUnknown: PairingErrorCode.authentication.explanation(during: .verify)
        case .wrongAccessoryProof:
            "The accessory could not prove that it knows the setup code. It may be another device than it says: do not "
                + "pair it before you know which device answers at its address."
        case .otherAccessory(let identifier):
            "The accessory \(identifier) answered instead of the expected one. Another device may have got its address."
        case .wrongSignature, .undecryptable:
            "The accessory answered with a key that is not its own. If it was reset, remove the pairing here and delete "
                + "its keys, then pair it again. Otherwise another device may have its address."
        case .weakKey:
            "The accessory sent a key that does not protect its connections. Restart it or update its firmware, then "
                + "pair it again."
        case .outOfOrder, .malformed, .missing, .invalid, .unexpectedState, .keyExchange:
            "The accessory sent an answer that HomeKit does not allow. Restart it, then try again."
        case .cryptography: "The cryptographic library failed. Try again."
        }
    }
}
