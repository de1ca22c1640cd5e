import GatewayCore
package import HomeModel
package import MatterProtocol
package import MatterTransport

/// Why a node was not added to the fabric.
package enum CommissioningFailure: Error, Sendable {
    case node(NodeFailure)
    /// The proof of the maker is wrong.
    case forged(AttestationFailure)
    /// Nothing is wrong, and a person must decide whether the node is added all the same.
    case doubtful(DevicePairingObstacle, reason: String)
    case certificate(CertificateFailure)
    /// The node answered the command of a step with this code.
    case refused(Step, code: UInt8)
    case malformedAnswer(Step)
    /// The node belongs to as many fabrics as it can.
    case tooManyFabrics
    /// The node accepts another commissioner already.
    case windowOpen
    /// The node has no way to accept another commissioner.
    case noWindow
    /// The disk could not store the node.
    case notStored(String)
    /// The node may have completed: the answer is missing. Its record is stored.
    case completionUnanswered(NodeRecord, NodeFailure)

    /// The steps that a node can refuse.
    package enum Step: String, Sendable {
        case armFailSafe, attestation, certificateRequest, addCertificate, complete
    }
}

extension DevicePairingFailure {
    init(_ failure: CommissioningFailure) {
        self =
            switch failure {
            case .node(let failure): DevicePairingFailure(failure)
            case .forged(let failure): .blocked(.deviceRefused, reason: failure.explanation)
            case .doubtful(let obstacle, let reason): .blocked(obstacle, reason: reason)
            case .certificate:
                .blocked(
                    .deviceRefused, reason: "The device made a key that cannot be used. Restart it, then try again.")
            case .refused(.armFailSafe, _):
                .blocked(
                    .deviceBusy, reason: "Another controller pairs with the device now. Wait a minute, then try again.")
            case .refused(.addCertificate, AdministrationCluster.CertificateCode.fabricConflict):
                .blocked(
                    .deviceRefused,
                    reason: "The device belongs to this home already, although the gateway does not know it any more. "
                        + "Reset the device, then pair it again.")
            case .refused(let step, let code):
                .blocked(
                    .deviceRefused,
                    reason:
                        "The device refused to be added (\(step.rawValue), code \(code)). Restart it, then try again.")
            case .malformedAnswer:
                .blocked(
                    .deviceRefused,
                    reason: "The device sent an answer that Matter does not allow. Restart it, then try again.")
            case .tooManyFabrics:
                .blocked(
                    .tooManyControllers,
                    reason:
                        "The device belongs to as many homes as it can. Remove it from one of them first, with the app "
                        + "of that home.")
            case .windowOpen:
                .blocked(
                    .deviceBusy,
                    reason: "The device accepts another home already, or is being paired now. Stop that, or wait until "
                        + "it is over, then try again.")
            case .noWindow:
                .blocked(.deviceRefused, reason: "The device has no way to accept another controller.")
            case .notStored(let reason):
                .blocked(.notStored, reason: "Nothing was added, because the disk cannot store it. \(reason)")
            case .completionUnanswered(_, let failure):
                .blocked(
                    .unreachable,
                    reason: "The device was lost in the last step. The gateway finds out whether it was added: wait a "
                        + "minute, then look at the list. \(failure.explanation)")
            }
    }
}
