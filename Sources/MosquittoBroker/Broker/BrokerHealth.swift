/// The state of the broker, for `tomte status`.
package struct BrokerHealth: Sendable, Equatable {
    /// Where the broker runs.
    package let host: BrokerHostKind
    /// Nil while the broker does not run.
    package var pid: Int32?
    package var port: UInt16
    /// Nil while no device has a password.
    package var compatibilityPort: UInt16?
    /// How often the broker ended and was restarted since this gateway started.
    package var restarts: Int
    /// Whether the broker was already running when this gateway started.
    package var wasReattached: Bool
    /// Damaged databases that were set aside, by file name.
    package var quarantined: [String]
    /// How many seconds of queued messages a killed broker can lose.
    package var saveWindowSeconds: Int
    /// Why the broker does not run, in one sentence.
    package var problem: String?
}

/// The memory limit of the broker, and what its log reports about memory and connections.
package struct BrokerMemory: Sendable, Equatable {
    /// Bytes that the settings allow: for full queues, connections and a usual number of retained messages. While the
    /// broker is relieved it may have more.
    package let limitBytes: Int
    /// Whether the broker refused something for lack of memory since the last query.
    package let isExhausted: Bool
    /// Whether the broker refused connections since the last query because too many were open.
    package let isAtConnectionLimit: Bool
    /// The connections that the broker ended since the last query.
    package var disconnections: [BrokerDisconnection] = []
    /// The connections that clients opened since the last query.
    package var connections: [BrokerConnection] = []

    package init(
        limitBytes: Int, isExhausted: Bool, isAtConnectionLimit: Bool, disconnections: [BrokerDisconnection] = [],
        connections: [BrokerConnection] = []
    ) {
        (self.limitBytes, self.isExhausted, self.isAtConnectionLimit) = (limitBytes, isExhausted, isAtConnectionLimit)
        self.disconnections = disconnections
        self.connections = connections
    }
}

extension BrokerLog {
    /// Returns the lines logged after `position`, at most the first 64 kB, and moves `position` to the end of the log.
    func readNewLines(from position: inout Position) -> [String] {
        let before = position
        position = end
        return lines(after: before)
    }
}

extension [String] {
    /// Whether a line reports that the broker had no memory left.
    var reportMemoryExhaustion: Bool { contains { $0.lowercased().contains("out of memory") } }
    /// Whether a line reports that the broker refused a connection because too many were open.
    var reportConnectionLimit: Bool {
        contains { $0.contains("system socket count has been exceeded") || $0.contains("max_connections exceeded") }
    }
}

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
