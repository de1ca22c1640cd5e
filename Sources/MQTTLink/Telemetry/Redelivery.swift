import HomeStorage
import MosquittoTransport

/// Recognises what the broker sends a second time after a connection was lost: it was stored, and its acknowledgement
/// was lost on the way.
///
/// Batches are stored in the order in which they come and acknowledged in that order, and a resumed session begins with
/// what the broker holds unacknowledged, in its old order. So what is known stands at the front, without a gap: the
/// first message that is not known ends it, and from then on nothing is passed over.
struct Redelivery {
    private var known: [UInt16: UInt32] = [:]

    init() {}

    /// A new connection. `stored` is what was stored last, oldest first; without a session nothing comes again.
    init(sessionPresent: Bool, stored: [Delivery]) {
        guard sessionPresent else { return }
        let ofThisSession = stored.lastIndex(of: .sessionStart).map { stored[($0 + 1)...] } ?? stored[...]
        for delivery in ofThisSession { known[delivery.packetID] = delivery.digest }
    }

    /// The messages that were not stored before. To be given all messages of a connection, in order.
    mutating func fresh(of messages: [ReceivedMessage]) -> [ReceivedMessage] {
        known.isEmpty ? messages : messages.filter { !isKnown($0) }
    }

    private mutating func isKnown(_ message: ReceivedMessage) -> Bool {
        // QoS 0 has no packet id, and comes once at most.
        guard let delivery = message.delivery else { return false }
        if known.removeValue(forKey: delivery.packetID) == delivery.digest { return true }
        known = [:]
        return false
    }
}

extension Delivery {
    /// Stored where a session of the broker begins: packet ids of another one mean nothing in it. No message has id 0.
    static let sessionStart = Delivery(packetID: 0, digest: 0)
}

extension ReceivedMessage {
    /// Nil for QoS 0.
    var delivery: Delivery? { packetID == 0 ? nil : Delivery(packetID: packetID, digest: digest) }

    /// FNV-1a over topic, payload and user properties.
    private var digest: UInt32 {
        var digest: UInt32 = 2_166_136_261
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { digest = (digest ^ UInt32(byte)) &* 16_777_619 }
            // What no text contains, so that two texts differ from one.
            digest = (digest ^ 0xFF) &* 16_777_619
        }
        add(topic.utf8)
        add(payload)
        for property in userProperties {
            add(property.name.utf8)
            add(property.value.utf8)
        }
        return digest
    }
}
