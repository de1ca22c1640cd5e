import SeededRandom
package import DeviceProtocols
package import HomeModel

/// A message as a device sends it, with the time of the device's own clock.
package struct OutgoingMessage: Hashable, Sendable {
    package let message: DialectMessage
    package let deviceTime: Timestamp
}

/// The outgoing messages of a device, to which the faults of messages are applied.
struct FaultyOutbox: Sendable {
    private var random: SeededGenerator
    private var late: [(due: Duration, outgoing: OutgoingMessage)] = []
    /// The held messages; each is sent after the next message on its topic.
    private var held: [OutgoingMessage] = []

    init(random: SeededGenerator) { self.random = random }

    /// Returns the messages that are sent now: those that became due, then those of `messages`.
    mutating func apply(
        _ messages: [DialectMessage], under faults: [Fault], at elapsed: Duration, time: Timestamp
    ) -> [OutgoingMessage] {
        var leaving = late.filter { $0.due <= elapsed }.map(\.outgoing)
        late.removeAll { $0.due <= elapsed }
        for message in messages { leaving += apply(message, under: faults, at: elapsed, time: time) }
        guard !held.isEmpty, !faults.contains(where: { $0.kind == .reorder }) else { return leaving }
        defer { held = [] }
        return held + leaving
    }

    private mutating func apply(
        _ original: DialectMessage, under faults: [Fault], at elapsed: Duration, time: Timestamp
    ) -> [OutgoingMessage] {
        var message = original
        var stamp = time
        var copies = 1
        for fault in faults where random.unit() < fault.share {
            switch fault.kind {
            case .drop: copies = 0
            case .duplicate: copies *= 2
            case .malformed: message = malformed(message)
            case .skewedClock: stamp = time + fault.amount
            case .delay:
                late.append((elapsed + fault.amount, OutgoingMessage(message: message, deviceTime: stamp)))
                copies = 0
            case .reorder:
                let outgoing = OutgoingMessage(message: message, deviceTime: stamp)
                guard let index = held.firstIndex(where: { $0.message.topic == message.topic }) else {
                    held.append(outgoing)
                    return []
                }
                return [outgoing, held.remove(at: index)]
            case .reject, .stick, .expiredCertificate, .reconnectStorm, .vanish: break
            }
        }
        return Array(repeating: OutgoingMessage(message: message, deviceTime: stamp), count: copies)
    }

    private mutating func malformed(_ message: DialectMessage) -> DialectMessage {
        DialectMessage(
            topic: message.topic, payload: random.pick(Self.nonsense) ?? [], qos: message.qos, retain: message.retain)
    }

    /// Payloads that are not valid for a number, a boolean or an option.
    static let nonsense: [[UInt8]] = [
        Array("NaN".utf8), Array("1e999".utf8), Array("--3".utf8), Array("{\"a\":".utf8), Array("<b>on</b>".utf8),
        [0xff, 0xfe, 0x00], Array("\u{202e}21.5".utf8), [UInt8](repeating: UInt8(ascii: "9"), count: 4000), [0x07],
    ]
}
