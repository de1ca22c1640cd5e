/// The reason why PASE or CASE ended without a session. After it the handshake takes no more messages and another one
/// must begin.
package enum SessionEstablishmentFailure: Error, Hashable, Sendable {
    /// The caller made a step that was not the next one, or went on after a failure.
    case outOfOrder
    case unexpectedMessage(SecureChannelOpcode)
    case malformed(SecureChannelOpcode, TLVFieldError)
    /// The other node is busy and wants no further attempt for this time.
    case peerBusy(wait: Duration)
    case refusedByPeer(StatusReport)
    case malformedStatusReport

    case unacceptableIterations(UInt32)
    case unacceptableSalt(byteCount: Int)
    /// The initiator wants a passcode other than the only one that the specification defines.
    case unknownPasscodeID(UInt16)
    /// The answer belongs to another request.
    case otherExchange
    /// A public key of the other node is not a point of the curve.
    case invalidPoint
    /// The other node has another passcode.
    case wrongPasscode

    /// The responder of CASE belongs to no fabric that the initiator may mean.
    case noSharedTrustRoots
    /// Encrypted data was changed, or encrypted with another key.
    case undecryptable(SecureChannelOpcode)
    case wrongSignature(SecureChannelOpcode)
    case certificate(CertificateFailure)
    /// The node that answered is another one than the one that the initiator asked for.
    case otherNode(NodeID)
    /// The cryptographic library failed.
    case cryptography

    /// What a status report in place of the next message means.
    init(statusReport payload: [UInt8]) {
        guard let report = try? StatusReport(decoding: payload) else {
            self = .malformedStatusReport
            return
        }
        if let wait = report.busyWait {
            self = .peerBusy(wait: wait)
        } else if report.secureChannelCode == .noSharedTrustRoots {
            self = .noSharedTrustRoots
        } else {
            self = .refusedByPeer(report)
        }
    }

    /// Whether the other node only wants a later attempt.
    package var isBusy: Bool { if case .peerBusy = self { true } else { false } }

    init(_ error: P256Error) { self = error == .invalidPoint ? .invalidPoint : .cryptography }

    /// The report for the other node; nil if that ended the handshake itself, and after a mistake of the caller.
    package func statusReport(isInitiator: Bool) -> StatusReport? {
        switch self {
        case .outOfOrder, .peerBusy, .refusedByPeer, .malformedStatusReport: nil
        case .noSharedTrustRoots: isInitiator ? nil : .noSharedTrustRoots
        default: .invalidParameter
        }
    }
}
