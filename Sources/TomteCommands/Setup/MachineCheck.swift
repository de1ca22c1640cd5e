import Foundation
import GatewayWire
import Glibc
import HomeModel
import HostInspection

/// Checks what the gateway needs from this machine: the time, mDNS and free disk space.
enum MachineCheck {
    /// The time services, by the names of their processes, of which the kernel keeps 15 bytes.
    private static let timeServices = [
        "systemd-timesyn": "systemd-timesyncd", "chronyd": "chrony", "ntpd": "ntpd", "openntpd": "OpenNTPD",
    ]
    /// The state of a discovery that the configuration turned off.
    static let discoveryOff = "off"
    private static let leastBytes: UInt64 = 200 << 20
    private static let littleBytes: UInt64 = 2 << 30

    /// - Parameter isTrusted: whether the gateway that runs trusts the clock, also by its configuration.
    static func time(isSynchronised: Bool, isTrusted: Bool = false, processes: Set<String>) -> FindingBody {
        let service = processes.sorted().compactMap { timeServices[$0] }.first
        if isSynchronised {
            return SetupFinding.ok("time", message: "The clock is synchronised" + (service.map { " by \($0)." } ?? "."))
        }
        if isTrusted {
            return SetupFinding.ok(
                "time",
                message: "The kernel does not report the clock as synchronised. The gateway trusts it, as configured.")
        }
        let message =
            "The clock is not synchronised, so the gateway deletes nothing and rights with a time limit do not apply"
        guard let service else {
            return SetupFinding.warning(
                "noTimeService", message: "\(message): no time service runs.",
                remedy: "Install one, and start it:\nsudo apt install systemd-timesyncd\n"
                    + "sudo systemctl enable --now systemd-timesyncd\n"
                    + "In a container the host sets the clock: set clock.trustUnsynchronised in the configuration of Tomte."
            )
        }
        return SetupFinding.warning(
            "timeNotSynchronised", message: "\(message). \(service) runs.",
            remedy:
                "It may still be starting. If this lasts, check that it reaches a time server, for example your router."
        )
    }

    static var timeProcesses: Set<String> { ProcessNames.running(among: Set(timeServices.keys)) }

    /// - Parameter discovery: the state of discovery that the gateway reports; nil if none runs.
    static func avahi(isRunning: Bool, discovery: String?) -> FindingBody {
        switch (discovery, isRunning) {
        case (discoveryOff, _):
            SetupFinding.ok("avahi", message: "Discovery is off by configuration.")
        case (_, false):
            SetupFinding.warning(
                "avahiMissing",
                message:
                    "avahi-daemon does not run, so phones do not find the name of the gateway, and HomeKit and Matter devices are "
                    + "not discovered.",
                remedy: "Install and start it:\nsudo apt install avahi-daemon\nsudo systemctl enable --now avahi-daemon"
            )
        case ("unavailable", true), ("reconnecting", true):
            SetupFinding.warning(
                "avahiUnavailable", message: "avahi-daemon runs, but does not answer the gateway.",
                remedy: "Restart it:\nsudo systemctl restart avahi-daemon")
        default: SetupFinding.ok("avahi", message: "Avahi announces the gateway and finds devices.")
        }
    }

    static var isAvahiRunning: Bool { !ProcessNames.running(among: ["avahi-daemon"]).isEmpty }

    static func disk(freeBytes: UInt64?) -> FindingBody {
        guard let freeBytes else {
            return SetupFinding.notice(
                "diskUnknown", message: "The free space of the disk could not be read.", remedy: "df -h shows it.")
        }
        let free = ByteCountFormatStyle(style: .file, locale: Locale(identifier: "en_GB")).format(
            Int64(clamping: freeBytes))
        let message = "The disk has \(free) free."
        if freeBytes < leastBytes {
            return SetupFinding.failing("diskFull", message: message, remedy: "Free some space: at least 200 MB.")
        }
        if freeBytes < littleBytes {
            return SetupFinding.warning(
                "diskNearlyFull", message: message,
                remedy: "The history of a home grows for years: free some space, or use a larger disk.")
        }
        return SetupFinding.ok("disk", message: message)
    }

    static func freeBytes(of folder: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : bytes
    }
}
