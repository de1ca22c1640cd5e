package import Foundation
package import HomeModel

/// The clocks that stamp an entry.
package struct AuditClock: Sendable {
    let now: @Sendable () -> Timestamp
    let bootID: UUID
    let monotonic: @Sendable () -> UInt64

    /// `monotonic` gives nanoseconds since the boot that `bootID` names.
    package init(
        now: @escaping @Sendable () -> Timestamp, bootID: UUID, monotonic: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.bootID = bootID
        self.monotonic = monotonic
    }

    /// This machine's boot and monotonic clock; where the kernel names no boot, every start of the gateway counts as one.
    package static func system(now: @escaping @Sendable () -> Timestamp) -> AuditClock {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let bootID = text.flatMap { UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        return AuditClock(
            now: now, bootID: bootID ?? UUID(),
            monotonic: {
                var time = timespec()
                clock_gettime(CLOCK_BOOTTIME, &time)
                return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
            })
    }
}
