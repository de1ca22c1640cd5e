extension SessionEstablishmentFailure {
    /// What happened, and what a person can do about it.
    package var explanation: String {
        switch self {
        case .peerBusy(let wait):
            "The device is busy and wants a pause of \(max(1, wait.components.seconds)) seconds. Wait, then try again."
        case .refusedByPeer(let report) where report.secureChannelCode == .invalidParameter:
            "The device refused the connection. If this happened while it was added, compare the code with its label."
        case .refusedByPeer:
            "The device refused the connection. Restart it, then try again."
        case .wrongPasscode:
            "The device has another passcode. Compare the code with the label of the device, or with the app that shares "
                + "it."
        case .noSharedTrustRoots:
            "The device does not belong to this home any more. If it was reset or removed by another app, remove it here "
                + "and add it again."
        case .otherNode, .certificate, .wrongSignature, .undecryptable:
            "The device answered with an identity that is not its own. If it was reset, remove it here and add it again. "
                + "Otherwise another device may have its address."
        case .unacceptableIterations, .unacceptableSalt, .invalidPoint:
            "The device uses a protection of its passcode that Matter does not allow. Update its firmware, then try "
                + "again."
        case .outOfOrder, .unexpectedMessage, .malformed, .malformedStatusReport, .unknownPasscodeID, .otherExchange:
            "The device sent an answer that Matter does not allow. Restart it, then try again."
        case .cryptography: "The cryptographic library failed. Try again."
        }
    }
}
