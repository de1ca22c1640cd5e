import MatterProtocol
import MatterTransport

/// A secure session of a node with a controller.
struct NodeSession: Sendable {
    let channel: SessionChannel
    var subject: AccessSubject
    /// What the node signs together with its attestation.
    let attestationChallenge: [UInt8]
    /// Takes the ids of subscriptions that have something to report.
    let reports: AsyncStream<UInt32>.Continuation

    var lastUse = ContinuousClock.now

    var isPasscode: Bool { subject.authentication == .passcode }
}

/// A secure session that PASE or CASE has made, before it is served.
struct EstablishedNodeSession: Sendable {
    let secure: SecureSession
    let arrival: MessageRouter.Arrival
    let subject: AccessSubject
    let attestationChallenge: [UInt8]
}
