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
            isSynchronised: { trustsUnsynchronised || KernelClock.read().isSynchronised })
    }
}

/// What `adjtimex` said of the kernel's clock.
struct KernelClock {
    /// The result of the call: −1 when it failed, as it does where a sandbox forbids it.
    let state: Int32
    let status: Int32

    static func read() -> KernelClock {
        var time = timex()
        let state = adjtimex(&time)
        return KernelClock(state: state, status: time.status)
    }

    /// A call that failed says nothing, and so vouches for nothing.
    var isSynchronised: Bool { state >= 0 && state != TIME_ERROR && status & STA_UNSYNC == 0 }
}
