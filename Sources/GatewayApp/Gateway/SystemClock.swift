import CClock
import Foundation
package import GatewayCore
import HomeModel
import HomeStorage

extension HomeClock {
    /// This machine's clocks. The wall clock counts as synchronised when the kernel says so, or when a person does.
    package static func system(trustsUnsynchronised: Bool = false) -> HomeClock {
        HomeClock(
            now: { Timestamp(Date()) }, uptime: { .nanoseconds(clock_since_boot()) }, boot: Boot.id,
            waiting: ContinuousClock(),
            isSynchronised: { trustsUnsynchronised || kernelIsSynchronised() })
    }

    private static func kernelIsSynchronised() -> Bool {
        var time = timex()
        return adjtimex(&time) != TIME_ERROR && time.status & STA_UNSYNC == 0
    }
}
