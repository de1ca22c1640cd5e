import Foundation
import GatewayCore
package import HomeModel
import Synchronization

/// A clock for a gateway that only the test moves. Sleeping takes its usual time.
package final class ManualHomeClock: Sendable {
    private let boot = UUID()
    private let reading: Mutex<(now: Timestamp, uptime: Duration, isSynchronised: Bool)>

    /// Starts with the time of this machine, which certificates need, and with an uptime of one hour.
    package init() { reading = Mutex((Timestamp(Date()), .hours(1), true)) }

    package var now: Timestamp { reading.withLock { $0.now } }

    /// Sets the time without changing the uptime.
    package func set(to time: Timestamp) { reading.withLock { $0.now = time } }

    /// Sets the time since boot.
    package func set(uptime: Duration) { reading.withLock { $0.uptime = uptime } }

    /// Advances the time and the uptime.
    package func advance(by duration: Duration) {
        reading.withLock {
            $0.now = $0.now + duration
            $0.uptime += duration
        }
    }

    /// Sets whether the clock counts as synchronised.
    package func set(isSynchronised: Bool) { reading.withLock { $0.isSynchronised = isSynchronised } }

    var homeClock: HomeClock {
        HomeClock(
            now: { self.now }, uptime: { self.reading.withLock { $0.uptime } }, boot: boot, waiting: ContinuousClock(),
            isSynchronised: { self.reading.withLock { $0.isSynchronised } })
    }
}
