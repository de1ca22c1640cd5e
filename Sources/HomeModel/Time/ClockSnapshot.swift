package import Foundation

/// The clocks of the gateway's machine at one moment.
package struct ClockSnapshot: Hashable, Sendable, Codable {
    package let wall: Timestamp
    /// The monotonic clock: the time since the boot with the id `boot`.
    package let uptime: Duration
    package let boot: UUID
    /// Whether the gateway trusts the wall clock.
    package let isKnown: Bool
    /// Whether the kernel, or a person, states that the wall clock is right. A known clock without this may still be
    /// behind the time, for example after a power cut on a machine without a time server.
    package let isSynchronised: Bool

    /// Without `isSynchronised`, that is the same as `isKnown`.
    package init(wall: Timestamp, uptime: Duration, boot: UUID, isKnown: Bool, isSynchronised: Bool? = nil) {
        self.wall = wall
        self.uptime = uptime
        self.boot = boot
        self.isKnown = isKnown
        self.isSynchronised = isSynchronised ?? isKnown
    }

    /// How long ago `earlier` was: by the monotonic clock, or by the wall clock when the machine was restarted in
    /// between.
    package func elapsed(since earlier: ClockSnapshot) -> Duration {
        boot == earlier.boot ? uptime - earlier.uptime : max(wall - earlier.wall, .zero)
    }

    /// The longest time by which a clock that is not synchronised is assumed to be behind, such as after a power cut.
    private static let longestDelay = Duration.days(366)

    /// Whether `time`, which a device sent, lies in the future only because this clock may be behind. False for a
    /// synchronised clock, within the tolerance, and for a time that no power cut explains.
    package func mayBeBehind(_ time: Timestamp) -> Bool {
        !isSynchronised && time > wall + ReadingValidator.futureTolerance && time <= wall + Self.longestDelay
    }

    /// The same moment on the monotonic clock of the boot of `now`, so that the wall clock is not needed again.
    /// Unchanged when the wall clock of `now` is before this moment, because it cannot be trusted then.
    package func anchored(at now: ClockSnapshot) -> ClockSnapshot {
        guard boot != now.boot, now.wall >= wall else { return self }
        return ClockSnapshot(
            wall: wall, uptime: now.uptime - (now.wall - wall), boot: now.boot, isKnown: isKnown,
            isSynchronised: isSynchronised)
    }
}
