import DeviceProtocols
@testable import GatewayCore
import HomeModel
import AuditTrail
import Synchronization

/// Holds the messages that the gateway sends in a schedule, until the test takes and delivers them.
final class ScheduledNetwork: Sendable {
    enum Message: Sendable {
        case command(CommandID, SeriesID, CapabilityValue)
        case query(SeriesID)
    }

    enum DeliveryResult: Sendable {
        case delivered
        /// The broker has no receiver for the message.
        case notListening
        /// The gateway lost the connection and does not know whether the broker received the message.
        case unanswered
    }

    private let messages = Mutex<[Message]>([])
    private let nextResult = Mutex<(@Sendable () -> DeliveryResult)?>(nil)

    /// Sets the function that decides the result of each message. Without it every message is delivered.
    func setResult(_ next: @escaping @Sendable () -> DeliveryResult) { nextResult.withLock { $0 = next } }

    func send(_ message: Message) throws(LinkError) {
        let result = nextResult.withLock { $0 }?() ?? .delivered
        if case .notListening = result { throw .notListening("the device is not connected") }
        messages.withLock { $0.append(message) }
        if case .unanswered = result { throw .unanswered("the connection was lost") }
    }

    func takeMessages() -> [Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// The link between one run of the gateway and the network of a schedule.
struct ScheduledLink: DeviceLink {
    let kinds: Set<LinkKind> = [.homie5]
    let findingSource = LinkFinding.Source.fake
    let network: ScheduledNetwork
    let confirmationMode: ConfirmationMode
    let isQueryable: Bool

    func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? {
        ScheduledCommand(command: command.command, link: self)
    }

    func clear(_ finding: LinkFinding) async throws(LinkError) {}
    func follow(_ devices: [Device], asOf revision: Int) async {}
}

private struct ScheduledCommand: PreparedCommand {
    let command: ValidCommand
    let link: ScheduledLink

    var expectedReport: ExpectedReport {
        ExpectedReport(value: command.value, confirmationMode: link.confirmationMode)
    }

    func send(
        expiringIn remaining: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        try link.network.send(.command(command.request.id, command.request.series, command.value))
    }

    func queryState(expiringIn remaining: Duration) async throws(LinkError) {
        guard link.isQueryable else { throw .notExpressible }
        try link.network.send(.query(command.request.series))
    }
}
