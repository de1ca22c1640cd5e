import HomeStorage
import MosquittoTransport

/// Recognises what the broker sends a second time after a connection was lost: it was stored, and its acknowledgement
/// was lost on the way.
///
/// Batches are stored in the order in which they come and acknowledged in that order, and a resumed session begins with
/// what the broker holds unacknowledged, in its old order. So what is known stands at the front, without a gap: the
/// first message that is not known ends it, and from then on nothing is passed over.
struct Redelivery {
    /// Which start of the broker speaks. Of another one's packet ids nothing is known: a broker that was killed gives
    /// those anew that it had given since it last saved.
    private let broker: UInt32
    /// What may come again, in its order, from the message on that is expected next. Nil before the first message.
    private var stored: [Delivery] = []
    private var next: Int?

    init() { broker = 0 }

    /// A new connection, to the start of the broker that `broker` names. `stored` is what was stored last, oldest
    /// first; without a session nothing comes again.
    init(sessionPresent: Bool, stored: [Delivery], broker: String = "") {
        var digest = Digest()
        digest.add(broker.utf8)
        self.broker = digest.value
        guard sessionPresent else { return }
        let ofThisSession = stored.lastIndex(of: .sessionStart).map { stored[($0 + 1)...] } ?? stored[...]
        self.stored = Array(ofThisSession)
    }

    /// The messages that were not stored before. To be given all messages of a connection, in order.
    mutating func fresh(of messages: [ReceivedMessage]) -> [ReceivedMessage] {
        stored.isEmpty ? messages : messages.filter { !isKnown($0) }
    }

    /// What is to be stored of them, so that they are recognised. QoS 0 has no packet id, and comes once at most.
    func deliveries(of messages: [ReceivedMessage]) -> [Delivery] { messages.compactMap { delivery(of: $0) } }

    private mutating func isKnown(_ message: ReceivedMessage) -> Bool {
        guard let delivery = delivery(of: message) else { return false }
        // The broker forgets its messages in the order of their acknowledgements: what comes again is an unbroken run of
        // what was stored. A broker whose starts have no name (another program's) may give old packet ids to new messages
        // with the same content; such messages rarely continue the run.
        let place = next ?? stored.lastIndex { $0.packetID == delivery.packetID }
        guard let place, place < stored.endIndex, stored[place] == delivery else {
            (stored, next) = ([], nil)
            return false
        }
        next = place + 1
        return true
    }

    private func delivery(of message: ReceivedMessage) -> Delivery? {
        guard message.packetID != 0 else { return nil }
        var digest = Digest(mixing: broker)
        digest.add(message.topic.utf8)
        digest.add(message.payload)
        for property in message.userProperties {
            digest.add(property.name.utf8)
            digest.add(property.value.utf8)
        }
        return Delivery(packetID: message.packetID, digest: digest.value)
    }
}

extension Delivery {
    /// Stored where a session of the broker begins: packet ids of another one mean nothing in it. No message has id 0.
    static let sessionStart = Delivery(packetID: 0, digest: 0)
}

/// FNV-1a.
private struct Digest {
    private(set) var value: UInt32

    init(mixing other: UInt32 = 0) { value = 2_166_136_261 ^ other }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt32(byte)) &* 16_777_619 }
        // What no text contains, so that two texts differ from one.
        value = (value ^ 0xFF) &* 16_777_619
    }
}
