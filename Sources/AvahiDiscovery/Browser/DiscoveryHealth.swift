package import HomeModel

/// How discovery is doing, for `status` and `doctor`.
package struct DiscoveryHealth: Hashable, Sendable {
    package enum Status: Hashable, Sendable {
        case starting
        case running(since: Timestamp)
        /// It worked and was cut a moment ago; services are kept meanwhile.
        case reconnecting(since: Timestamp, reason: AvahiError)
        /// Nobody answers; tried again all the time.
        case unavailable(since: Timestamp, reason: AvahiError)
        case stopped
    }

    package var status = Status.starting
    /// How many records were left out since the start, by reason.
    package var rejections: [ServiceRejection: Int] = [:]
    /// How many look-ups the daemon refused since it was last connected.
    package var refusedLookups = 0
    package var services = 0
}
