package import HomeModel
package import HomeStorage

/// One way to reach devices. MQTT is one, HomeKit and Matter will be others; the journeys know only this.
package protocol DeviceLink: Sendable {
    var kinds: Set<LinkKind> { get }

    /// Hands a command to the device's network, not retained, expiring with the command's deadline.
    func send(_ command: AuditedCommand, expiringIn remaining: Duration) async throws(LinkError) -> Evidence

    /// The value that the device will report once the command is done: it may round to a unit of its own.
    func reportedValue(of command: ValidCommand) async -> CapabilityValue

    /// The devices to listen to from now on: called at start and after every adoption, description or removal.
    /// `revision` grows with the home; what is older than what was told already changes nothing.
    func follow(_ devices: [Device], asOf revision: Int) async

    /// Takes back the right of a removed device's root to connect, and cuts its connection. No other device is below it.
    func revoke(_ device: Device) async
}

/// How the outcome of a command that was sent can be known.
package enum Evidence: Sendable {
    /// The device reports the new state.
    case reported
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
