import GatewayCore
import HomeModel
import MatterProtocol
import MatterTransport

/// Why a node was not added to the fabric.
struct CommissioningFailure: Error, Sendable {
    let step: CommissioningStep
    let cause: Cause

    enum Cause: Error, Sendable {
        case node(NodeFailure)
        case attestation(AttestationFailure)
        case certificate(CertificateFailure)
        /// The node answered a command with this code.
        case refused(code: UInt8)
        case malformedAnswer
        /// The disk could not store the node.
        case notStored(String)
    }
}

/// The steps of commissioning, in their order.
enum CommissioningStep: String, Sendable, CaseIterable {
    case connect, armFailSafe, readInformation, setRegulatoryConfig, attest, requestCertificate, store, addRoot
    case addCertificate, connectOperationally, complete
}
