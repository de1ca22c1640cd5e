import Foundation
import HomeDialects
package import HomeModel

/// What left the simulated devices, and what the broker took: the outside view for “nothing was lost”.
package actor PublishLedger {
    package enum Outcome: Hashable, Sendable {
        /// QoS 1: the broker acknowledged it.
        case acknowledged
        /// QoS 0: the socket took it, nobody will ever say more.
        case handedOver
        /// Not sent, or sent without an answer: it may or may not have arrived.
        case unknown
    }

    package struct Entry: Hashable, Sendable {
        package let device: String
        package let topic: String
        package let payload: [UInt8]
        package let isRetained: Bool
        package let deviceTime: Timestamp
        package let outcome: Outcome
        /// When the outcome was known, by the clock of this machine.
        package let endedAt: Timestamp
    }

    package private(set) var entries: [Entry] = []
    package private(set) var acknowledgedCount = 0

    package init() {}

    package func acknowledged(of device: String? = nil) -> [Entry] {
        entries.filter { $0.outcome == .acknowledged && (device == nil || $0.device == device) }
    }

    func record(_ outgoing: OutgoingMessage, of device: String, _ outcome: Outcome) {
        if outcome == .acknowledged { acknowledgedCount += 1 }
        entries.append(
            Entry(
                device: device, topic: outgoing.message.topic, payload: outgoing.message.payload,
                isRetained: outgoing.message.retain, deviceTime: outgoing.deviceTime, outcome: outcome,
                endedAt: Timestamp(Date())))
    }
}
