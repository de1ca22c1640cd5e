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
            isSynchronised: { trustsUnsynchronised || KernelClock.read().isSynchronised },
            isReadable: { KernelClock.read().isReadable })
    }
}

/// The result of `adjtimex` for the kernel's clock. Reading needs no right, but a filter of system calls can refuse it:
/// systemd's `ProtectClock=yes`, or a `SystemCallFilter=` without the calls below.
struct KernelClock {
    /// The system calls by which C libraries read the state of the clock: glibc uses the first one since version 2.31.
    static let systemCalls = ["clock_adjtime", "adjtimex"]

    /// The result of the call: −1 when it failed, as it does where a sandbox forbids it.
    let state: Int32
    let status: Int32

    static func read() -> KernelClock {
        var time = timex()
        let state = adjtimex(&time)
        return KernelClock(state: state, status: time.status)
    }

    /// Whether the call was permitted. If it was not, the clock never counts as synchronised.
    var isReadable: Bool { state >= 0 }

    /// Whether the kernel reports the clock as synchronised; false if the call failed.
    var isSynchronised: Bool { state >= 0 && state != TIME_ERROR && status & STA_UNSYNC == 0 }
}
