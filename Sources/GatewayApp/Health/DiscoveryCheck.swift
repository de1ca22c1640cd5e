import AvahiDiscovery
import GatewayCore
import HomeModel

/// The health of mDNS discovery.
enum DiscoveryCheck {
    static func of(_ browser: AvahiBrowser) -> HealthChecks.Check {
        {
            let health = await browser.health
            return SubsystemHealth(
                "discovery", summary: health.summary, values: health.values, findings: health.findings)
        }
    }

    static let off: HealthChecks.Check = {
        SubsystemHealth("discovery", summary: "off by configuration", values: ["state": .text("off")])
    }
}

extension DiscoveryHealth {
    fileprivate var summary: String {
        switch status {
        case .starting: "Avahi, starting"
        case .running: "Avahi, \(services) HomeKit and Matter devices announced"
        case .reconnecting: "Avahi, reconnecting"
        case .unavailable: "Avahi does not answer"
        case .stopped: "stopped"
        }
    }

    fileprivate var values: [String: SentenceValue] {
        switch status {
        case .starting: ["state": .text("starting")]
        case .running: ["state": .text("running"), "count": .number(services)]
        case .reconnecting: ["state": .text("reconnecting")]
        case .unavailable: ["state": .text("unavailable")]
        case .stopped: ["state": .text("stopped")]
        }
    }

    fileprivate var findings: [HealthFinding] {
        var findings: [HealthFinding] = []
        switch status {
        case .reconnecting(_, let reason), .unavailable(_, let reason):
            findings.append(
                HealthFinding(
                    "discovery.unavailable", severity: .warning, message: "\(reason)",
                    remedy: "Start avahi-daemon and the system D-Bus; everything else works meanwhile."))
        default: break
        }
        let rejected = rejections.values.reduce(0, +)
        if rejected > 0 {
            findings.append(
                HealthFinding(
                    "discovery.rejected", severity: .notice,
                    message: "\(rejected) announcements were ignored: "
                        + rejections.keys.map(\.description).sorted().joined(separator: " "),
                    remedy: "Nothing to do, unless one of your devices is missing.",
                    values: ["count": .number(rejected)]))
        }
        return findings
    }
}
