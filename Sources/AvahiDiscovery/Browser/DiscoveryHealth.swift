package import HomeModel

/// The state of discovery, for `status` and `doctor`.
package struct DiscoveryHealth: Hashable, Sendable {
    /// The state of the connection to the Avahi daemon.
    package enum Status: Hashable, Sendable {
        case starting
        case running(since: Timestamp)
        /// The connection was lost a moment ago; services are kept meanwhile.
        case reconnecting(since: Timestamp, reason: AvahiError)
        /// No daemon answers; the connection is tried again and again.
        case unavailable(since: Timestamp, reason: AvahiError)
        case stopped
    }

    package var status = Status.starting
    /// How many records were left out since the start, by reason.
    package var rejections: [ServiceRejection: Int] = [:]
    /// How many look-ups the daemon refused since it was last connected.
    package var refusedLookups = 0
    /// How many services are known now.
    package var services = 0
}
