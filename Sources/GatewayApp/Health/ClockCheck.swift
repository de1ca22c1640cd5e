import GatewayCore
import HomeModel

/// Whether deleting by the clock is safe.
enum ClockCheck {
    static func of(_ clock: HomeClock) -> HealthBoard.Check {
        {
            let unsynchronised = HealthFinding(
                "clock.unsynchronised", .warning,
                "The kernel does not call its clock synchronised, so retention waits.",
                remedy: "Run a time service (chrony, systemd-timesyncd), or set clock.trustUnsynchronised.")
            let isSynchronised = clock.isSynchronised()
            return SubsystemHealth(
                "clock", summary: "\(clock.now().rfc3339)\(isSynchronised ? "" : ", not synchronised")",
                findings: isSynchronised ? [] : [unsynchronised])
        }
    }
}
