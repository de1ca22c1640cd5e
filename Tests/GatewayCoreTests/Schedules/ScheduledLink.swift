import HomeModel
import HomeStorage
import Synchronization

@testable import GatewayCore

/// What the gateway puts on the network in a schedule; the test takes it off and decides what becomes of it.
final class ScheduledNetwork: Sendable {
    enum Message: Sendable {
        case command(CommandID, SeriesID, CapabilityValue)
        case question(SeriesID)
    }

    enum Fate: Sendable {
        case delivered
        /// The broker knows of no receiver.
        case notListening
        /// The gateway lost the connection and does not know whether it left.
        case unanswered
    }

    private let messages = Mutex<[Message]>([])
    private let fates = Mutex<(@Sendable () -> Fate)?>(nil)

    func decide(_ fate: @escaping @Sendable () -> Fate) { fates.withLock { $0 = fate } }

    fileprivate func put(_ message: Message) throws(LinkError) {
        let fate = fates.withLock { $0 }?() ?? .delivered
        if case .notListening = fate { throw .notListening }
        messages.withLock { $0.append(message) }
        if case .unanswered = fate { throw .unanswered("the connection was lost") }
    }

    func takeAll() -> [Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// The link of one run of the gateway to the network of a schedule.
struct ScheduledLink: DeviceLink {
    let kinds: Set<LinkKind> = [.homie5]
    let network: ScheduledNetwork
    let confirmationMode: ConfirmationMode
    let isAskable: Bool

    func expectation(of command: ValidCommand) async -> ExpectedReport? {
        ExpectedReport(value: command.value, confirmationMode: confirmationMode)
    }

    func send(_ command: AuditedCommand, expiringIn remaining: Duration) async throws(LinkError) {
        let valid = command.command
        try network.put(.command(valid.request.id, valid.request.series, valid.value))
    }

    func query(about command: ValidCommand, expiringIn remaining: Duration) async throws(LinkError) {
        guard isAskable else { throw .notExpressible }
        try network.put(.question(command.request.series))
    }

    func clear(_ topic: String) async throws(LinkError) {}
    func follow(_ devices: [Device], asOf revision: Int) async {}
}
