import Foundation
package import HomeModel
package import HomeStorage
import Synchronization

/// Whether rights with a time limit can be decided by the wall clock. All copies of a `HomeClock` share one.
///
/// The clock is known when readings take it for the time (`ClockTrust`) and it is not before a time at which this gateway
/// knew it already, also before a restart; or when an owner confirmed it and it was not set since.
package final class ClockConfidence: Sendable {
    /// A time service may set a clock back by so little.
    private static let slack = Duration.seconds(2)
    /// How far the saved bound may lag behind; the newest audit entry makes up for it at the next start.
    private static let savedEvery = Duration.seconds(600)

    private struct State {
        var trust = ClockTrust(newestOfDevices: [], lastKnown: nil)
        var bound: ClockBound?
        var saved: Timestamp?
    }

    private let state = Mutex(State())

    package init() {}

    /// Takes up what is known at the start: `trust` that of readings, `stored` what an earlier run saved, `newestEntry`
    /// the time of the newest audit entry behind the last confirmation.
    package func begin(trust: ClockTrust, stored: ClockBound?, newestEntry: Timestamp?) {
        state.withLock { state in
            state.trust = trust
            state.saved = stored?.time
            guard let time = [stored?.time, newestEntry].compactMap(\.self).max() else { return }
            state.bound = ClockBound(
                time: time, confirmation: stored?.confirmation, disregarded: stored?.disregarded ?? [:])
        }
    }

    /// What readings say of the clock has changed.
    func judge(by trust: ClockTrust) { state.withLock { $0.trust = trust } }

    func isKnown(wall: Timestamp, uptime: Duration, boot: UUID, isSynchronised: Bool) -> Bool {
        state.withLock { state in
            let isConfirmed = state.bound?.confirmation?.vouches(for: wall, uptime: uptime, boot: boot) ?? false
            let isTrusted = state.trust.isKnown(wall: wall, uptime: uptime, isSynchronised: isSynchronised)
            let isPast = state.bound.map { wall + Self.slack < $0.time } ?? false
            guard isConfirmed || isTrusted && !isPast else { return false }
            if wall > state.bound?.time ?? Timestamp(milliseconds: .min) {
                state.bound = ClockBound(
                    time: wall, confirmation: state.bound?.confirmation, disregarded: state.bound?.disregarded ?? [:])
            }
            return true
        }
    }

    /// The bound that a confirmation at these clocks makes. `entries` counts the audit entries of each severity so far:
    /// their times bind no more.
    func bound(confirming wall: Timestamp, uptime: Duration, boot: UUID, entries: [AuditSeverity: UInt64]) -> ClockBound
    {
        ClockBound(
            time: wall, confirmation: ClockConfirmation(boot: boot, start: wall - uptime), disregarded: entries)
    }

    func take(_ bound: ClockBound) {
        state.withLock {
            $0.bound = bound
            $0.saved = bound.time
        }
    }

    /// What is worth saving now; nil while little has changed since.
    func unsaved() -> ClockBound? {
        state.withLock { state in
            guard let bound = state.bound else { return nil }
            return state.saved.map { bound.time - $0 >= Self.savedEvery } ?? true ? bound : nil
        }
    }

    func noteSaved(_ bound: ClockBound) { state.withLock { $0.saved = bound.time } }
}

extension ClockConfirmation {
    /// A confirmed clock that moved further against the machine's own count was set.
    private static let drift = Duration.seconds(60)

    /// Whether the clock has run on since, in the same boot of the machine.
    fileprivate func vouches(for wall: Timestamp, uptime: Duration, boot: UUID) -> Bool {
        guard boot == self.boot else { return false }
        let moved = (wall - uptime) - start
        return moved <= Self.drift && moved >= .zero - Self.drift
    }
}
