package import Foundation
package import HomeModel

/// The clocks that stamp an entry.
package struct AuditClock: Sendable {
    let now: @Sendable () -> Timestamp
    let bootID: UUID
    let monotonic: @Sendable () -> UInt64

    /// `monotonic` returns nanoseconds since the boot that `bootID` names.
    package init(
        now: @escaping @Sendable () -> Timestamp, bootID: UUID, monotonic: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.bootID = bootID
        self.monotonic = monotonic
    }

    /// Uses the boot id and the monotonic clock (`CLOCK_BOOTTIME`) of this machine.
    package static func system(now: @escaping @Sendable () -> Timestamp) -> AuditClock {
        AuditClock(
            now: now, bootID: Boot.id,
            monotonic: {
                var time = timespec()
                clock_gettime(CLOCK_BOOTTIME, &time)
                return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
            })
    }
}

/// The current boot of the machine.
package enum Boot {
    /// The boot id of the kernel. If the kernel has none, every start of the gateway counts as a boot.
    package static let id: UUID = {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text.flatMap { UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? UUID()
    }()
}
