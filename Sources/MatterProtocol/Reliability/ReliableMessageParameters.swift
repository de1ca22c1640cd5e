/// How fast a node answers: what the message reliability protocol (MRP) must know about a peer. Source: Matter core
/// specification, section 4.12.
///
/// A node announces the values in its DNS-SD record, and repeats them when a session is established.
package struct ReliableMessageParameters: Hashable, Sendable {
    /// The longest time in which the node receives a message while it is idle. Key `SII`.
    package let idleInterval: Duration
    /// The longest time in which the node receives a message while it is active. Key `SAI`.
    package let activeInterval: Duration
    /// How long the node stays active after a message. Key `SAT`.
    package let activeThreshold: Duration

    package static let defaultIdleInterval = Duration.milliseconds(500)
    package static let defaultActiveInterval = Duration.milliseconds(300)
    package static let defaultActiveThreshold = Duration.milliseconds(4000)

    private static let maximumInterval = 3_600_000
    private static let maximumThreshold = 65_535

    /// Values in milliseconds. A value that is absent, zero or above the limit of the specification (one hour; 65,535 ms
    /// for the threshold) gives the default. A threshold of zero is valid: such a node is always idle.
    package init(idleInterval: Int? = nil, activeInterval: Int? = nil, activeThreshold: Int? = nil) {
        let intervals = 1...Self.maximumInterval
        self.idleInterval = Self.duration(idleInterval, within: intervals) ?? Self.defaultIdleInterval
        self.activeInterval = Self.duration(activeInterval, within: intervals) ?? Self.defaultActiveInterval
        self.activeThreshold =
            Self.duration(activeThreshold, within: 0...Self.maximumThreshold) ?? Self.defaultActiveThreshold
    }

    private static func duration(_ milliseconds: Int?, within range: ClosedRange<Int>) -> Duration? {
        guard let milliseconds, range.contains(milliseconds) else { return nil }
        return .milliseconds(milliseconds)
    }
}

// MARK: Back-off

extension ReliableMessageParameters {
    /// A message is sent so many times before the sender gives up.
    package static let maximumTransmissions = 5
    /// How long a receiver waits for a message of its own that can carry the acknowledgement.
    package static let acknowledgementDelay = Duration.milliseconds(200)

    private static let backoffMargin = 1.1
    private static let backoffBase = 1.6
    private static let backoffJitter = 0.25
    private static let backoffThreshold = 1

    /// How long the sender waits for an acknowledgement after it has sent the message `transmissions` times, the last
    /// time now. `jitter` is a random number from 0 to 1; others are clamped.
    package func backoff(afterTransmissions transmissions: Int, isPeerActive: Bool, jitter: Double) -> Duration {
        // The specification counts the transmissions before the last one.
        let earlier = min(max(transmissions - 1, 0), Self.maximumTransmissions - 1)
        var factor = Self.backoffMargin
        for _ in 0..<max(0, earlier - Self.backoffThreshold) { factor *= Self.backoffBase }
        // A comparison with NaN is false, so that it counts as 0.
        factor *= 1 + Self.backoffJitter * (jitter > 0 ? min(jitter, 1) : 0)
        let milliseconds = Double((isPeerActive ? activeInterval : idleInterval).wholeMilliseconds) * factor
        return .microseconds(Int64((milliseconds * 1000).rounded()))
    }

    /// Whether a node with these parameters is active `now`, if its last message arrived at `lastActivity`.
    package func isActive(lastActivity: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Bool {
        guard let lastActivity else { return false }
        return lastActivity.duration(to: now) < activeThreshold
    }

    /// The longest time from the first transmission of a message until its sender gives up, if the receiver has these
    /// parameters.
    ///
    /// `lastActivity` is the time since the last message of the receiver; nil for a receiver that may be idle.
    package func maximumTime(sinceLastActivity lastActivity: Duration? = nil) -> Duration {
        var total = Duration.zero
        for transmission in 1...Self.maximumTransmissions {
            let isActive = lastActivity.map { $0 + total < activeThreshold } ?? false
            total += backoff(afterTransmissions: transmission, isPeerActive: isActive, jitter: 1)
        }
        return total
    }

    /// The longest time from a request until its response, if the responder has these parameters: both messages may be
    /// sent five times. `requester` has the parameters of the other side, which has just been active, and `processing`
    /// is how long the responder works. Callers use it for deadlines.
    package func maximumResponseTime(
        sinceLastActivity lastActivity: Duration? = nil,
        requester: ReliableMessageParameters = ReliableMessageParameters(), processing: Duration = .seconds(2)
    ) -> Duration {
        maximumTime(sinceLastActivity: lastActivity) + processing + requester.maximumTime(sinceLastActivity: .zero)
    }
}
