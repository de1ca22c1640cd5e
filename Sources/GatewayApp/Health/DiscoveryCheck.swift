import AvahiDiscovery
import GatewayCore
import HomeModel

/// The health of mDNS discovery.
enum DiscoveryCheck {
    /// `announcedName` is nil if the gateway is not announced.
    static func of(_ browser: AvahiBrowser, announcedName: AnnouncedName?) -> HealthChecks.Check {
        {
            let health = await browser.health
            let replacement = announcedName?.replacement
            return SubsystemHealth(
                "discovery", summary: health.summary, values: health.values,
                findings: health.findings + [replacement.map(HealthFinding.init)].compactMap(\.self))
        }
    }

    static let off: HealthChecks.Check = {
        SubsystemHealth("discovery", summary: "off by configuration", values: ["state": .text("off")])
    }
}

extension HealthFinding {
    fileprivate init(_ replacement: AnnouncedName.Replacement) {
        self.init(
            "discovery.nameInUse", severity: .warning,
            message:
                "Another device on the network is called \(replacement.wanted). This gateway is announced as "
                + "\(replacement.announced), which browsers refuse.",
            remedy:
                "Give the other device another name. A second gateway of Tomte needs a home.hostName of its own before "
                + "its first start.",
            values: ["wanted": .text(replacement.wanted), "announced": .text(replacement.announced)])
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
