import Foundation
import GatewayCore
package import HomeModel
import Synchronization

/// A gateway's clock that stands still until the test sets it. Waiting takes its usual time.
package final class HeldHomeClock: Sendable {
    private let reading: Mutex<(now: Timestamp, isSynchronised: Bool)>

    /// Stands at this machine's time, which certificates need.
    package init() { reading = Mutex((Timestamp(Date()), true)) }

    package var now: Timestamp { reading.withLock { $0.now } }

    package func set(to time: Timestamp) { reading.withLock { $0.now = time } }

    /// Whether the machine's clock counts as synchronised.
    package func set(isSynchronised: Bool) { reading.withLock { $0.isSynchronised = isSynchronised } }

    var homeClock: HomeClock {
        HomeClock(
            now: { self.now }, uptime: { .zero }, waiting: ContinuousClock(),
            isSynchronised: { self.reading.withLock { $0.isSynchronised } })
    }
}
