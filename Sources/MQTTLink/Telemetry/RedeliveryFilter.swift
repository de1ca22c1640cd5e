import HomeStorage
import MosquittoTransport

/// Recognises messages that the broker sends again after a lost connection, although they were stored: only their
/// acknowledgement was lost.
///
/// Batches are stored and acknowledged in the order in which they arrive, and a resumed session begins with the
/// unacknowledged messages in their old order. So the repeated messages come first and without a gap. The first message
/// that was not stored ends the repetition; no later message is filtered out.
struct RedeliveryFilter {
    /// A digest of the broker process's identity. Packet ids say nothing across starts of the broker: a killed broker
    /// assigns the ids again that it had assigned since it last saved.
    private let broker: UInt32
    /// The stored deliveries that the broker may repeat, in order.
    private var stored: [DeliveryFingerprint] = []
    /// The index in `stored` of the delivery that is expected next; nil before the first repeated message.
    private var next: Int?

    init() { broker = 0 }

    /// Begins a new connection to the broker process that `broker` identifies. `stored` are the deliveries that were
    /// stored last, oldest first. Without a present session the broker repeats nothing.
    init(sessionPresent: Bool, stored: [DeliveryFingerprint], broker: String = "") {
        var digest = Digest()
        digest.add(broker.utf8)
        self.broker = digest.value
        guard sessionPresent else { return }
        let ofThisSession = stored.lastIndex(of: .sessionStart).map { stored[($0 + 1)...] } ?? stored[...]
        self.stored = Array(ofThisSession)
    }

    /// Returns the messages that were not stored before. Callers must pass all messages of a connection, in order.
    mutating func fresh(of messages: [ReceivedMessage]) -> [ReceivedMessage] {
        stored.isEmpty ? messages : messages.filter { !isKnown($0) }
    }

    /// Returns the records that must be stored with the messages to recognise them later. A QoS 0 message has no packet
    /// id and arrives at most once.
    func deliveries(of messages: [ReceivedMessage]) -> [DeliveryFingerprint] {
        messages.compactMap { delivery(of: $0) }
    }

    private mutating func isKnown(_ message: ReceivedMessage) -> Bool {
        guard let delivery = delivery(of: message) else { return false }
        // The broker deletes its messages in the order of their acknowledgements, so the repeated messages are an
        // unbroken run of the stored ones. An external broker, whose starts have no identity, may assign old packet ids
        // to new messages with the same content; such messages rarely continue the run.
        let place = next ?? stored.lastIndex { $0.packetID == delivery.packetID }
        guard let place, place < stored.endIndex, stored[place] == delivery else {
            (stored, next) = ([], nil)
            return false
        }
        next = place + 1
        return true
    }

    private func delivery(of message: ReceivedMessage) -> DeliveryFingerprint? {
        guard message.packetID != 0 else { return nil }
        var digest = Digest(mixing: broker)
        digest.add(message.topic.utf8)
        digest.add(message.payload)
        for property in message.userProperties {
            digest.add(property.name.utf8)
            digest.add(property.value.utf8)
        }
        return DeliveryFingerprint(packetID: message.packetID, digest: digest.value)
    }
}

extension DeliveryFingerprint {
    /// Marks the beginning of a new session of the broker: packet ids from before it mean nothing. No message has
    /// packet id 0.
    static let sessionStart = DeliveryFingerprint(packetID: 0, digest: 0)
}

/// The 32-bit FNV-1a hash.
private struct Digest {
    private(set) var value: UInt32

    init(mixing other: UInt32 = 0) { value = 2_166_136_261 ^ other }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt32(byte)) &* 16_777_619 }
        // A byte that no UTF-8 text contains separates two texts, so that they differ from one joined text.
        value = (value ^ 0xFF) &* 16_777_619
    }
}
