import Foundation
import GatewayCore
package import HomeModel
import Synchronization

/// A gateway's clock that stands still until the test sets it. Waiting takes its usual time.
package final class HeldHomeClock: Sendable {
    private let boot = UUID()
    private let reading: Mutex<(now: Timestamp, uptime: Duration, isSynchronised: Bool)>

    /// Stands at this machine's time, which certificates need, an hour after its start.
    package init() { reading = Mutex((Timestamp(Date()), .hours(1), true)) }

    package var now: Timestamp { reading.withLock { $0.now } }

    package func set(to time: Timestamp) { reading.withLock { $0.now = time } }

    package func set(uptime: Duration) { reading.withLock { $0.uptime = uptime } }

    /// Time goes by, on both.
    package func advance(by duration: Duration) {
        reading.withLock {
            $0.now = $0.now + duration
            $0.uptime += duration
        }
    }

    /// Whether the machine's clock counts as synchronised.
    package func set(isSynchronised: Bool) { reading.withLock { $0.isSynchronised = isSynchronised } }

    var homeClock: HomeClock {
        HomeClock(
            now: { self.now }, uptime: { self.reading.withLock { $0.uptime } }, boot: boot, waiting: ContinuousClock(),
            isSynchronised: { self.reading.withLock { $0.isSynchronised } })
    }
}
