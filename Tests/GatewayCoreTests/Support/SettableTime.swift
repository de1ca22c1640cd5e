import Foundation
import HomeModel
import AuditTrail
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
    /// The time that drives the uptime and the waiting. Without it, only the test changes the uptime, and waiting takes real
    /// time.
    private let virtual: VirtualTime?
    private let start: Duration

    init(_ virtual: VirtualTime? = nil) {
        self.virtual = virtual
        start = virtual?.uptime ?? .zero
    }

    /// The virtual time that has passed.
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

    /// The same clocks for the audit log. Its monotonic clock advances by a nanosecond with each entry, so that entries of
    /// the same time have an order.
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

    /// Restarts the machine, whose clock has no battery.
    func boot(at time: Timestamp) {
        set(to: time, isSynchronised: false)
        state.withLock { $0.uptime = .zero - elapsed }
    }
}
