package import HomeModel
package import HomeStorage

/// One way to reach devices. MQTT is one, HomeKit and Matter will be others; the journeys know only this.
package protocol DeviceLink: Sendable {
    var kinds: Set<LinkKind> { get }

    /// What will show that a command was done; nil when the device's dialect has no message for it.
    func expectation(of command: ValidCommand) async -> Expectation?

    /// Hands a command to the device's network, not retained, expiring with the command's deadline.
    func send(_ command: AuditedCommand, expiringIn remaining: Duration) async throws(LinkError)

    /// Asks the device how the commanded capability stands, so that it reports it. Throws `.notExpressible` where the
    /// dialect has no such question.
    func ask(about command: ValidCommand, expiringIn remaining: Duration) async throws(LinkError)

    /// Has the network forget a message that it keeps, as a `LinkFinding` named it.
    func clear(_ topic: String) async throws(LinkError)

    /// The devices to listen to from now on: called at start and after every adoption, description or removal.
    /// `revision` grows with the home; what is older than what was told already changes nothing.
    func follow(_ devices: [Device], asOf revision: Int) async
}

/// What will show that a command was done.
package struct Expectation: Hashable, Sendable {
    /// What the device will report: it may round to a unit of its own.
    package let value: CapabilityValue
    package let evidence: Evidence

    package init(value: CapabilityValue, evidence: Evidence) {
        self.value = value
        self.evidence = evidence
    }
}

/// How the outcome of a command can be known.
package enum Evidence: Sendable {
    /// The device reports the new state.
    case report
    /// Its bridge reports what it only assumes: a report counts once the device was asked.
    case answer
    /// This device can never report: nothing more can be known.
    case none
}

/// Why a link could not hand a command over; but for `unanswered`, the device did not get it.
package enum LinkError: Error, Sendable, CustomStringConvertible {
    case notConnected
    /// The broker knows of nobody who would hear the command.
    case notListening
    case notExpressible
    case refused(String)
    /// It may have left: nobody knows whether the device got it.
    case unanswered(String)

    package var description: String {
        switch self {
        case .notConnected: "The gateway has no connection to the device's network; see tomte doctor."
        case .notListening: "The device is not connected to the broker; nothing was sent."
        case .notExpressible: "The device's dialect has no message for this."
        case .refused(let reason): reason
        case .unanswered(let reason): "Nobody knows whether the device got it: \(reason)"
        }
    }
}
