package import HomeModel
package import AuditTrail

/// One way to reach devices: a network and the messages of its devices. The services of the gateway know only this
/// protocol.
package protocol DeviceLink: Sendable {
    var kinds: Set<LinkKind> { get }

    /// The source of all findings of this link, and of no other link.
    var findingSource: LinkFinding.Source { get }

    /// Encodes a command in the form in which its device receives it. Returns nil when the protocol of the device has no
    /// message for the command.
    func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)?

    /// A person has seen a finding of this link. Removes its cause from the network, where the network keeps it
    /// (`LinkFinding.isKept`).
    func clear(_ finding: LinkFinding) async throws(LinkError)

    /// Sets the devices to listen to. Called at start and after every adoption, description or removal. `revision`
    /// increases with the home: a call with an older revision than an earlier call changes nothing.
    func follow(_ devices: [Device], asOf revision: Int) async
}

/// A command in the form in which its link sends it. It is encoded once: the report that the gateway waits for belongs to
/// the very messages that are sent.
package protocol PreparedCommand: Sendable {
    var expectedReport: ExpectedReport { get }

    /// Sends the command to the device's network, which must not keep it for later connections of the device. The
    /// command expires after `remaining`, at its deadline. A link in which it may wait asks `isAllowed` directly before it
    /// sends it, and throws `.notListening` when the answer is no.
    func send(expiringIn remaining: Duration, while isAllowed: @escaping @Sendable () async -> Bool)
        async throws(LinkError)

    /// Asks the device to report the state of the commanded capability. Throws `.notExpressible` where its protocol has
    /// no such request.
    func queryState(expiringIn remaining: Duration) async throws(LinkError)
}

/// The report that will show that a command was done.
package struct ExpectedReport: Hashable, Sendable {
    /// The value that the device will report: it may round to a unit of its own.
    package let value: CapabilityValue
    package let confirmationMode: ConfirmationMode
    /// How far the reported value may be from `value`.
    package let tolerance: ConfirmationTolerance
    /// How long the device may take to report the end of a movement after it has accepted the command, even if it
    /// reports nothing meanwhile. Nil: until the deadline of the command.
    package let travelTime: Duration?

    package init(
        value: CapabilityValue, confirmationMode: ConfirmationMode, tolerance: ConfirmationTolerance = .exact,
        travelTime: Duration? = nil
    ) {
        self.value = value
        self.confirmationMode = confirmationMode
        self.tolerance = tolerance
        self.travelTime = travelTime
    }
}

/// Why a link could not send a command. The device did not receive the command, except possibly for `unanswered`.
package enum LinkError: Error, Sendable, CustomStringConvertible {
    case notConnected
    /// The network has no receiver for the command. The link says so in a sentence.
    case notListening(String)
    case notExpressible
    case refused(String)
    /// The lock demands a PIN with each command, and the gateway has none that fits.
    case lockPINNeeded(String)
    /// The lock refused the PIN that the gateway has. The command had no effect.
    case lockPINRefused(String)
    /// The command may have been sent; it is not known whether the device received it.
    case unanswered(String)

    package var description: String {
        switch self {
        case .notConnected: "The gateway has no connection to the device's network; see tomte doctor."
        case .notExpressible: "The protocol of the device has no message for this command."
        case .notListening(let reason), .refused(let reason), .lockPINNeeded(let reason), .lockPINRefused(let reason):
            reason
        case .unanswered(let reason): "It is not known whether the device received the command: \(reason)"
        }
    }
}
