import GatewayCore
import HomeModel
import HomeStorage

/// Whether the clock is right enough to delete by, and to stamp by.
enum ClockCheck {
    static func of(
        _ clock: HomeClock, _ readings: ReadingStore, _ retention: RetentionKeeper, _ people: PeopleRegister
    ) -> HealthBoard.Check {
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
            if let ahead = await retention.question {
                findings.append(
                    HealthFinding(
                        "retention.asks", .warning, "\(ahead)",
                        remedy: "If the date is right, run tomte retention run --confirm; else set the clock. "
                            + "A clock that runs evenly for a week is believed."))
            }
            findings += await future(readings, after: clock.now() + ReadingValidator.futureTolerance)
            let held = await readings.heldCount
            if held > 0 {
                findings.append(
                    HealthFinding(
                        "clock.readingsWait", .warning,
                        "\(held) readings and changes are on disk and wait for their time, until the clock is known "
                            + "and has reached them.",
                        remedy: "Connect this machine to a time server, or set its clock. If the clock is right, strike "
                            + "out the readings that are in the future, or set clock.trustUnsynchronised."))
            }
            return SubsystemHealth(
                "clock", summary: "\(clock.now().rfc3339)\(isSynchronised ? "" : ", not synchronised")",
                findings: findings)
        }
    }

    /// Series whose newest reading is in the future of the clock: either the clock is behind, or it was ahead once.
    private static func future(_ readings: ReadingStore, after time: Timestamp) async -> [HealthFinding] {
        let ahead = await readings.newest(after: time)
        return ahead.prefix(5).map { series, newest in
            HealthFinding(
                "clock.readingInFuture", .warning,
                "The newest reading of \(series) is from \(newest.rfc3339), later than the clock"
                    + (ahead.count > 5 ? " (\(ahead.count) series in all)." : "."),
                remedy: "If the clock is right: tomte readings strike \(series.device)/\(series.part) "
                    + "\(series.capability) --from \(time.rfc3339)")
        }
    }
}
