package import Foundation

/// The clocks of the gateway's machine, read together.
package struct ClockReading: Hashable, Sendable {
    package let wall: Timestamp
    /// Since the boot of that id.
    package let uptime: Duration
    package let boot: UUID
    /// Whether the wall clock can be taken for the time.
    package let isKnown: Bool

    package init(wall: Timestamp, uptime: Duration, boot: UUID, isKnown: Bool) {
        self.wall = wall
        self.uptime = uptime
        self.boot = boot
        self.isKnown = isKnown
    }

    /// How long ago `earlier` was: by the clock that nobody sets, across a start of the machine by the other.
    package func elapsed(since earlier: ClockReading) -> Duration {
        boot == earlier.boot ? uptime - earlier.uptime : max(wall - earlier.wall, .zero)
    }

    /// The same moment on the clock of the boot of `now`, so that the wall clock is not asked again. As it was where that
    /// clock stands before it, and so is not to be trusted.
    package func anchored(at now: ClockReading) -> ClockReading {
        guard boot != now.boot, now.wall >= wall else { return self }
        return ClockReading(wall: wall, uptime: now.uptime - (now.wall - wall), boot: now.boot, isKnown: isKnown)
    }
}

/// When a wall clock is taken for the time. That of a small machine without a battery starts in the past, and stays
/// there until a time server sets it.
package struct ClockTrust: Sendable {
    /// A machine that has met no time server by then has none.
    package static let patience = Duration.seconds(600)
    /// 2026-01-01: there was no gateway before.
    private static let earliest = Timestamp(milliseconds: 1_767_225_600_000)

    private let notBefore: Timestamp

    /// `newest` is the time of what was stored last; nil when nothing was.
    package init(newest: Timestamp?) {
        // Devices may tell a time that is a little ahead of ours.
        notBefore = max(newest.map { $0 - ReadingValidator.futureTolerance } ?? Self.earliest, Self.earliest)
    }

    package func isKnown(wall: Timestamp, uptime: Duration, isSynchronised: Bool) -> Bool {
        isSynchronised || (uptime >= Self.patience && wall >= notBefore)
    }
}
