import Foundation
import DeviceProtocols
package import HomeModel

/// Records what the simulated devices sent and what the broker acknowledged: the outside view for tests that nothing
/// was lost.
package actor PublishLog {
    /// How the publishing of a message ended.
    package enum Outcome: Hashable, Sendable {
        /// QoS 1: the broker acknowledged it.
        case acknowledged
        /// QoS 0: the message was written to the socket; there is never an acknowledgement.
        case handedOver
        /// The message was not sent, or not answered: it may or may not have arrived.
        case unknown
    }

    /// One message of a device, and how its publishing ended.
    package struct Entry: Hashable, Sendable {
        package let device: String
        package let topic: String
        package let payload: [UInt8]
        package let isRetained: Bool
        package let deviceTime: Timestamp
        package let outcome: Outcome
        /// When the outcome was known, on the clock of this machine.
        package let endedAt: Timestamp
    }

    package private(set) var entries: [Entry] = []
    package private(set) var acknowledgedCount = 0

    package init() {}

    /// Returns the messages that the broker acknowledged, of one device or of all.
    package func acknowledged(of device: String? = nil) -> [Entry] {
        entries.filter { $0.outcome == .acknowledged && (device == nil || $0.device == device) }
    }

    func record(_ outgoing: OutgoingMessage, of device: String, outcome: Outcome) {
        if outcome == .acknowledged { acknowledgedCount += 1 }
        entries.append(
            Entry(
                device: device, topic: outgoing.message.topic, payload: outgoing.message.payload,
                isRetained: outgoing.message.retain, deviceTime: outgoing.deviceTime, outcome: outcome,
                endedAt: Timestamp(Date())))
    }
}
