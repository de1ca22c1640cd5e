import MatterProtocol
import MatterTransport

extension NodeFailure {
    /// A stable code for programs.
    var code: String {
        switch self {
        case .unreachable, .noSocket: "unreachable"
        case .timedOut: "timedOut"
        case .sessionClosed, .sessionLost, .notSent: "closed"
        case .tooManyExchanges, .tooManySessions, .establishment(.peerBusy): "busy"
        case .refused, .reported: "refused"
        case .message, .interaction, .unexpectedMessage: "badMessage"
        case .establishment(.noSharedTrustRoots): "rejected"
        case .establishment(.otherNode), .establishment(.certificate),
            .establishment(.wrongSignature):
            "verificationFailed"
        case .establishment: "sessionRefused"
        }
    }

    /// Whether the node broke the rules of Matter.
    var isBadMessage: Bool { code == "badMessage" }

    /// A sentence for people: what happened, and what to do if anything can be done.
    var explanation: String {
        switch self {
        case .noSocket: "The gateway has no network socket for Matter."
        case .unreachable: "The device does not answer. Check that it has power and is on this network."
        case .timedOut: "The device did not answer in time."
        case .sessionClosed, .sessionLost: "The session with the device was lost."
        case .tooManyExchanges: "The device has too many requests at once; try again in a moment."
        case .tooManySessions: "The gateway has too many sessions at once; try again in a moment."
        case .establishment(let failure): failure.explanation
        case .notSent: "The request was not sent in time."
        case .message, .interaction, .unexpectedMessage: "The device sent a message that Matter does not allow."
        case .refused(let outcome): outcome.status.explanation
        case .reported(let report):
            "The device refused the request with the status \(report.protocolCode) of the protocol "
                + "\(report.protocolID.number)."
        }
    }
}
