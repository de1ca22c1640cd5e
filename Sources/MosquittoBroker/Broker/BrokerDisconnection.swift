/// A client whose connection the broker ended, and the cause, as the log of the broker reports it.
package struct BrokerDisconnection: Hashable, Sendable {
    /// The client id; for a device, the root of its topics.
    package let client: String
    /// What the client did, in one sentence for people.
    package let cause: String

    /// Returns nil for every other line: for a client that disconnected itself, timed out or connected again, and for a
    /// connection that ended before it had named its client.
    init?(logLine line: String) {
        for (prefix, suffix, cause) in Self.forms where line.hasPrefix(prefix) {
            let rest = line.dropFirst(prefix.count)
            guard let end = rest.firstRange(of: suffix)?.lowerBound else { continue }
            let client = String(rest[..<end])
            guard !client.isEmpty, !client.contains(" "), client != Self.unnamed else { continue }
            (self.client, self.cause) = (client, cause)
            return
        }
        return nil
    }

    /// The text that the broker logs in place of the name of such a connection.
    private static let unnamed = "<unknown>"

    /// The text before and after the client's name, and the cause. Source: mosquitto 2, `src/loop.c`, `src/handle_*.c`.
    private static let forms: [(prefix: String, suffix: String, cause: String)] = [
        ("Client ", " disconnected due to malformed packet", malformed),
        ("Client ", " disconnected: Malformed packet", malformed),
        ("Client ", " disconnected due to protocol error", protocolError),
        ("Client ", " disconnected: Protocol error", protocolError),
        ("Client ", " disconnected due to oversize p", oversized),
        ("Client ", " disconnected: Packet too large", oversized),
        ("Client ", " connected with too large Will payload", oversized),
        ("Client ", " disconnected due to out of memory", "The broker had no memory left for its message."),
        ("Client ", " disconnected, not authorised", "It did something that its credential does not allow."),
        ("Client ", " disconnected due to QoS too high", unsupported),
        ("Bad client ", " sending multiple CONNECT messages", protocolError),
        ("Invalid QoS in PUBLISH from ", ", disconnecting", malformed),
        ("Too high QoS in PUBLISH from ", ", disconnecting", unsupported),
        ("Invalid QoS in subscription command from ", ", disconnecting", malformed),
        ("Empty subscription string from ", ", disconnecting", malformed),
        ("Invalid subscription string from ", ", disconnecting", malformed),
        ("Empty unsubscription string from ", ", disconnecting", malformed),
        ("Invalid unsubscription string from ", ", disconnecting", malformed),
    ]

    private static let malformed = "It sent bytes that are not an MQTT packet, or a topic that is not valid."
    private static let protocolError = "It sent a packet that MQTT does not allow at that point."
    private static let oversized = "It sent a packet larger than the broker accepts."
    private static let unsupported = "It asked for a quality of service that the broker does not offer."
}

extension [String] {
    /// The connections that the broker ended, each client with each cause once, in the order of the log.
    var disconnections: [BrokerDisconnection] {
        var seen: Set<BrokerDisconnection> = []
        return compactMap(BrokerDisconnection.init(logLine:)).filter { seen.insert($0).inserted }
    }
}
