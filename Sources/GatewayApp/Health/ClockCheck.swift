import GatewayCore
import HomeModel
import HomeStorage

/// Whether the clock is right enough to delete by, and to stamp by.
enum ClockCheck {
    static func of(_ clock: HomeClock, _ readings: ReadingStore) -> HealthBoard.Check {
        {
            let isSynchronised = clock.isSynchronised()
            var findings: [HealthFinding] = []
            if !isSynchronised {
                findings.append(
                    HealthFinding(
                        "clock.unsynchronised", .warning,
                        "The kernel does not call its clock synchronised, so retention waits.",
                        remedy: "Run a time service (chrony, systemd-timesyncd), or set clock.trustUnsynchronised."))
            }
            let held = await readings.heldCount
            if held > 0 {
                findings.append(
                    HealthFinding(
                        "clock.readingsWait", .warning,
                        "\(held) readings and changes are on disk and wait for their time, until the clock is known.",
                        remedy: "Connect this machine to a time server, or set its clock."))
            }
            return SubsystemHealth(
                "clock", summary: "\(clock.now().rfc3339)\(isSynchronised ? "" : ", not synchronised")",
                findings: findings)
        }
    }
}
