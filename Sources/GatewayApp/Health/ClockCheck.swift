import GatewayCore
import HomeModel
import TimeSeriesStore

/// The health of the clock: whether it is right enough for retention and for the times of readings.
enum ClockCheck {
    static func of(
        _ clock: HomeClock, readings: ReadingStore, retention: RetentionJob, people: PeopleRegistry
    ) -> HealthChecks.Check {
        {
            let isSynchronised = clock.isSynchronised()
            var findings: [HealthFinding] = []
            if !isSynchronised {
                findings.append(
                    HealthFinding(
                        "clock.unsynchronised", severity: .warning,
                        message: "The kernel does not report its clock as synchronised, so retention waits.",
                        remedy: "Run a time service (chrony, systemd-timesyncd), or set clock.trustUnsynchronised."))
            }
            if !clock.decisionTime().isKnown, await people.policy.hasTimedRights {
                findings.append(
                    HealthFinding(
                        "clock.unknown", severity: .warning,
                        message:
                            "The time is not known, so grants with a time limit allow nothing and all such denies apply.",
                        remedy: "Connect this machine to a time server, or set its clock; if \(clock.now().rfc3339) is "
                            + "right, an owner confirms it with tomte clock confirm.",
                        values: ["time": .text(clock.now().rfc3339)]))
            }
            if let ahead = await retention.pendingConfirmation {
                findings.append(
                    HealthFinding(
                        "retention.asks", severity: .warning, message: "\(ahead)",
                        remedy: "If the date is right, run tomte retention run --confirm; else set the clock. "
                            + "A clock that runs evenly for a week is trusted."))
            }
            findings += await future(readings, after: clock.now() + ReadingValidator.futureTolerance)
            let count = await readings.unclockedCount
            if count > 0 {
                findings.append(
                    HealthFinding(
                        "clock.readingsWait", severity: .warning,
                        message: "\(count) readings and changes are on disk and wait until the clock is known and has "
                            + "reached their time.",
                        remedy:
                            "Connect this machine to a time server, or set its clock. If the clock is right, strike "
                            + "out the readings that are in the future, or set clock.trustUnsynchronised.",
                        values: ["count": .number(count)]))
            }
            return SubsystemHealth(
                "clock", summary: "\(clock.now().rfc3339)\(isSynchronised ? "" : ", not synchronised")",
                values: [
                    "time": .text(clock.now().rfc3339),
                    "state": .text(isSynchronised ? "synchronised" : "unsynchronised"),
                ], findings: findings)
        }
    }

    /// Findings for series whose newest reading is later than the clock: either the clock is behind, or it was ahead
    /// earlier.
    private static func future(_ readings: ReadingStore, after time: Timestamp) async -> [HealthFinding] {
        let ahead = await readings.newest(after: time)
        return ahead.prefix(5).map { series, newest in
            HealthFinding(
                "clock.readingInFuture", severity: .warning,
                message: "The newest reading of \(series) is from \(newest.rfc3339), later than the clock"
                    + (ahead.count > 5 ? " (\(ahead.count) series in all)." : "."),
                remedy: "If the clock is right: tomte readings strike \(series.device)/\(series.part) "
                    + "\(series.capability) --from \(time.rfc3339)",
                values: [
                    "series": .text("\(series)"), "newest": .text(newest.rfc3339), "time": .text(time.rfc3339),
                    "count": .number(ahead.count),
                ])
        }
    }
}
