package import Foundation

/// The clocks of the gateway's machine, read together.
package struct ClockReading: Hashable, Sendable {
    package let wall: Timestamp
    /// Since the boot of that id.
    package let uptime: Duration
    package let boot: UUID
    /// Whether the wall clock can be taken for the time.
    package let isKnown: Bool
    /// Whether the kernel, or a person, says that the wall clock is right. A known clock without this may still be behind
    /// the time, for example after a power cut on a machine without a time server.
    package let isSynchronised: Bool

    /// `isSynchronised` is `isKnown` where it is left out.
    package init(wall: Timestamp, uptime: Duration, boot: UUID, isKnown: Bool, isSynchronised: Bool? = nil) {
        self.wall = wall
        self.uptime = uptime
        self.boot = boot
        self.isKnown = isKnown
        self.isSynchronised = isSynchronised ?? isKnown
    }

    /// How long ago `earlier` was: by the clock that nobody sets, across a start of the machine by the other.
    package func elapsed(since earlier: ClockReading) -> Duration {
        boot == earlier.boot ? uptime - earlier.uptime : max(wall - earlier.wall, .zero)
    }

    /// The longest time by which a clock that is not synchronised is assumed to be behind, such as after a power cut.
    private static let longestDelay = Duration.days(366)

    /// Whether `time`, which a device wrote, lies in the future only because this clock may be behind. False for a
    /// synchronised clock, within the tolerance, and for a time that no power cut explains.
    package func mayBeBehind(_ time: Timestamp) -> Bool {
        !isSynchronised && time > wall + ReadingValidator.futureTolerance && time <= wall + Self.longestDelay
    }

    /// The same moment on the clock of the boot of `now`, so that the wall clock is not asked again. As it was where that
    /// clock stands before it, and so is not to be trusted.
    package func anchored(at now: ClockReading) -> ClockReading {
        guard boot != now.boot, now.wall >= wall else { return self }
        return ClockReading(
            wall: wall, uptime: now.uptime - (now.wall - wall), boot: now.boot, isKnown: isKnown,
            isSynchronised: isSynchronised)
    }
}
