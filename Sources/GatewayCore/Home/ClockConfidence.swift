import Foundation
package import HomeModel
package import HomeStore
import Synchronization

/// Decides whether the wall clock can decide rights with a time limit. All copies of a `HomeClock` share one.
///
/// The clock is known when `ClockTrust` accepts it by the stored readings, and it does not show a time before one at
/// which this gateway knew it already, also before a restart. It is also known when an owner confirmed it and it was
/// not set since.
package final class ClockConfidence: Sendable {
    /// The largest step back that a time service may make.
    private static let slack = Duration.seconds(2)
    /// How far the saved bound may lag behind. At the next start, the newest audit entry makes up for it.
    private static let savedEvery = Duration.seconds(600)

    /// The state under the mutex.
    private struct State {
        var trust = ClockTrust(newestOfDevices: [], lastKnown: nil)
        var bound: ClockLowerBound?
        var saved: Timestamp?
    }

    private let state = Mutex(State())

    package init() {}

    /// Sets the state at the start of the gateway. `trust` follows from the stored readings, `stored` was saved by an
    /// earlier run, and `newestEntry` is the time of the newest audit entry after the last confirmation.
    package func begin(trust: ClockTrust, stored: ClockLowerBound?, newestEntry: Timestamp?) {
        state.withLock { state in
            state.trust = trust
            state.saved = stored?.time
            guard let time = [stored?.time, newestEntry].compactMap(\.self).max() else { return }
            state.bound = ClockLowerBound(
                time: time, confirmation: stored?.confirmation, disregarded: stored?.disregarded ?? [:])
        }
    }

    /// Replaces the trust that follows from the readings.
    func replaceTrust(with trust: ClockTrust) { state.withLock { $0.trust = trust } }

    /// Returns whether the wall clock is known. If it is, its time becomes the new lower bound.
    func isKnown(wall: Timestamp, uptime: Duration, boot: UUID, isSynchronised: Bool) -> Bool {
        state.withLock { state in
            let isConfirmed = state.bound?.confirmation?.vouches(for: wall, uptime: uptime, boot: boot) ?? false
            let isTrusted = state.trust.isKnown(wall: wall, uptime: uptime, isSynchronised: isSynchronised)
            let isPast = state.bound.map { wall + Self.slack < $0.time } ?? false
            guard isConfirmed || isTrusted && !isPast else { return false }
            if wall > state.bound?.time ?? Timestamp(milliseconds: .min) {
                state.bound = ClockLowerBound(
                    time: wall, confirmation: state.bound?.confirmation, disregarded: state.bound?.disregarded ?? [:])
            }
            return true
        }
    }

    /// Returns the bound that a confirmation at these clocks makes. `entries` counts the audit entries of each severity
    /// so far: their times are no bounds any more.
    func bound(confirming wall: Timestamp, uptime: Duration, boot: UUID, entries: [AuditSeverity: UInt64])
        -> ClockLowerBound
    {
        ClockLowerBound(
            time: wall, confirmation: ClockConfirmation(boot: boot, start: wall - uptime), disregarded: entries)
    }

    func set(_ bound: ClockLowerBound) {
        state.withLock {
            $0.bound = bound
            $0.saved = bound.time
        }
    }

    /// Returns the bound if it is worth saving; nil while little has changed since the last save.
    func unsaved() -> ClockLowerBound? {
        state.withLock { state in
            guard let bound = state.bound else { return nil }
            return state.saved.map { bound.time - $0 >= Self.savedEvery } ?? true ? bound : nil
        }
    }

    func noteSaved(_ bound: ClockLowerBound) { state.withLock { $0.saved = bound.time } }
}

extension ClockConfirmation {
    /// A confirmed clock that moved further than this against the monotonic clock was set.
    private static let drift = Duration.seconds(60)

    /// Whether the clock has run evenly since the confirmation, in the same boot of the machine.
    fileprivate func vouches(for wall: Timestamp, uptime: Duration, boot: UUID) -> Bool {
        guard boot == self.boot else { return false }
        let moved = (wall - uptime) - start
        return moved <= Self.drift && moved >= .zero - Self.drift
    }
}
