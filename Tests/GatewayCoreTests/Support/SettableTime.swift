import Foundation
import HomeModel
import HomeStorage
import Synchronization

@testable import GatewayCore

/// Clocks that a test sets. At first the machine has been up for an hour.
final class SettableTime: Sendable {
    private struct State {
        var now = Timestamp(milliseconds: 1_790_000_000_000)
        var uptime = Duration.hours(1)
        var isSynchronised = true
        var auditReads: UInt64 = 0
    }

    private let state = Mutex(State())
    private let boot = UUID()
    /// By which the uptime and the waiting go; without it, the uptime changes only as the test says, and waiting is real.
    private let virtual: VirtualTime?
    private let start: Duration

    init(_ virtual: VirtualTime? = nil) {
        self.virtual = virtual
        start = virtual?.uptime ?? .zero
    }

    /// How far virtual time has gone.
    private var elapsed: Duration { virtual.map { $0.uptime - start } ?? .zero }

    private var uptime: Duration { state.withLock { $0.uptime } + elapsed }

    var now: Timestamp { state.withLock { $0.now } + elapsed }

    var clock: HomeClock { clock(inBoot: boot) }

    func clock(inBoot boot: UUID) -> HomeClock {
        HomeClock(
            now: { self.now }, uptime: { self.uptime }, boot: boot,
            waiting: virtual?.clock.waiting ?? ContinuousClock(),
            isSynchronised: { self.state.withLock { $0.isSynchronised } })
    }

    /// Of the same clocks, for the entries of the audit log. Of two entries at the same time the later one is later by some
    /// nanoseconds.
    var auditClock: AuditClock {
        AuditClock(
            now: { self.now }, bootID: boot,
            monotonic: {
                let entries = self.state.withLock { state in
                    state.auditReads += 1
                    return state.auditReads
                }
                return UInt64(max(self.uptime.wholeMilliseconds, 0)) * 1_000_000 + entries
            })
    }

    func advance(by duration: Duration) {
        if let virtual { return virtual.advance(to: virtual.uptime + duration) }
        state.withLock {
            $0.now = $0.now + duration
            $0.uptime += duration
        }
    }

    /// Sets the wall clock.
    func set(to time: Timestamp, isSynchronised: Bool) {
        state.withLock {
            $0.now = time - elapsed
            $0.isSynchronised = isSynchronised
        }
    }

    func set(isSynchronised: Bool) { set(to: now, isSynchronised: isSynchronised) }

    /// The machine starts, without a battery.
    func boot(at time: Timestamp) {
        set(to: time, isSynchronised: false)
        state.withLock { $0.uptime = .zero - elapsed }
    }
}
