import GatewayCore
import HomeModel
import HomeStorage

/// Whether the clock is right enough to delete by, and to stamp by.
enum ClockCheck {
    static func of(_ clock: HomeClock, _ readings: ReadingStore, _ people: PeopleRegister) -> HealthBoard.Check {
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
            if !clock.decisionTime().isKnown, await people.policy.hasTimedRights {
                findings.append(
                    HealthFinding(
                        "clock.unknown", .warning,
                        "The time is not known, so grants with a time limit allow nothing and such denies all hold.",
                        remedy: "Connect this machine to a time server, or set its clock; if \(clock.now().rfc3339) is "
                            + "right, an owner says so with tomte clock confirm."))
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
