import CClock
import Foundation
package import GatewayCore
import HomeModel
import AuditTrail

extension HomeClock {
    /// The clocks of this machine. The wall clock counts as synchronised if the kernel reports that, or if
    /// `trustsUnsynchronised` is true.
    package static func system(trustsUnsynchronised: Bool = false) -> HomeClock {
        HomeClock(
            now: { Timestamp(Date()) }, uptime: { .nanoseconds(clock_since_boot()) }, boot: Boot.id,
            waiting: ContinuousClock(),
            isSynchronised: { trustsUnsynchronised || KernelClock.read().isSynchronised })
    }
}

/// The result of `adjtimex` for the kernel's clock.
struct KernelClock {
    /// The result of the call: −1 when it failed, as it does where a sandbox forbids it.
    let state: Int32
    let status: Int32

    static func read() -> KernelClock {
        var time = timex()
        let state = adjtimex(&time)
        return KernelClock(state: state, status: time.status)
    }

    /// Whether the kernel reports the clock as synchronised; false if the call failed.
    var isSynchronised: Bool { state >= 0 && state != TIME_ERROR && status & STA_UNSYNC == 0 }
}
