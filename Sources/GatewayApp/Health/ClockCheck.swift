import GatewayCore
import HomeModel
import TimeSeriesStore

/// The health of the clock: whether it is right enough for retention and for the times of readings, and in the time
/// zone of the home.
enum ClockCheck {
    static func of(
        _ clock: HomeClock, readings: ReadingStore, retention: RetentionJob, people: PeopleRegistry
    ) -> HealthChecks.Check {
        {
            let state = ClockState(clock)
            var findings = state.findings
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
            findings += await timeZone(people)
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
                "clock", summary: clock.now().rfc3339 + state.note,
                values: ["time": .text(clock.now().rfc3339), "state": .text(state.rawValue)], findings: findings)
        }
    }

    /// The finding about a machine on UTC, as small ones are delivered, whose home may be elsewhere.
    private static func timeZone(_ people: PeopleRegistry) async -> [HealthFinding] {
        guard await people.chosenTimeZone == nil, await people.policy.timeZone.isUTC else { return [] }
        return [
            HealthFinding(
                "clock.timeZoneUTC", severity: .notice,
                message: "The time zone of the home is UTC, so the hours of grants and the days of energy follow UTC.",
                remedy: "If the home is elsewhere: tomte home time-zone Europe/Stockholm, or the settings of the page.")
        ]
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

/// What the kernel reports about its clock. The raw value is the state in `GET /diagnostics`.
enum ClockState: String {
    case synchronised, unsynchronised
    /// The system does not let this program ask.
    case unreadable

    init(_ clock: HomeClock) {
        self = clock.isSynchronised() ? .synchronised : clock.isReadable() ? .unsynchronised : .unreadable
    }

    /// The addition to the time in the summary.
    fileprivate var note: String {
        switch self {
        case .synchronised: ""
        case .unsynchronised: ", not synchronised"
        case .unreadable: ", the clock cannot be read"
        }
    }

    var findings: [HealthFinding] {
        switch self {
        case .synchronised: []
        case .unsynchronised:
            [
                HealthFinding(
                    "clock.unsynchronised", severity: .warning,
                    message: "The kernel does not report its clock as synchronised, so retention waits.",
                    remedy: "Run a time service (chrony, systemd-timesyncd), or set clock.trustUnsynchronised.")
            ]
        case .unreadable:
            [
                HealthFinding(
                    "clock.unreadable", severity: .warning,
                    message: "The clock cannot be read: the system refuses the call that says whether it is "
                        + "synchronised, so retention waits for ever.",
                    remedy: "Permit \(KernelClock.systemCalls.joined(separator: " and ")) in the unit of the gateway: "
                        + "ProtectClock=no, and both in SystemCallFilter=.")
            ]
        }
    }
}
