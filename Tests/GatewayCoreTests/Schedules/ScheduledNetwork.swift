import HomeModel
import HomeStorage
import Synchronization

@testable import GatewayCore

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
        if case .notListening = result { throw .notListening }
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
