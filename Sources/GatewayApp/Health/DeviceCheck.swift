import GatewayCore
import HomeModel

/// The health of the devices' network: announcements that cannot be used, and messages that the broker should not
/// retain.
enum DeviceCheck {
    private static let shown = 5

    static func of(_ registry: HomeRegistry, findings: LinkFindings) -> HealthChecks.Check {
        {
            let (waiting, found) = (await registry.waiting, await findings.all)
            let devices = await registry.snapshot.devices.values.count { $0.address.kind.isLive }
            let summary = "\(devices) adopted, \(waiting.count) waiting to be adopted"
            return SubsystemHealth(
                "devices", summary: summary,
                values: ["adopted": .number(devices), "waiting": .number(waiting.count)],
                findings: found.prefix(shown).map(finding) + more(found) + rivals(waiting))
        }
    }

    private static func finding(_ entry: LinkFindings.Entry) -> HealthFinding {
        let location = EscapedText(entry.finding.location.text, limit: 128)
        return HealthFinding(
            "devices.\(entry.finding.code)", severity: entry.finding.isDangerous ? .warning : .notice,
            message: "\(location): \(entry.finding.detail)",
            remedy: entry.finding.isKept
                ? "tomte devices clear \(entry.id)"
                : "Check the device; tomte devices clear \(entry.id) removes this finding.",
            values: ["topic": .text("\(location)")])
    }

    private static func more(_ found: [LinkFindings.Entry]) -> [HealthFinding] {
        guard found.count > shown else { return [] }
        return [
            HealthFinding(
                "devices.more", severity: .notice,
                message: "\(found.count - shown) more findings on the devices' network.",
                remedy: "tomte devices findings", values: ["count": .number(found.count - shown)])
        ]
    }

    private static func rivals(_ waiting: [AdoptionCandidate]) -> [HealthFinding] {
        waiting.filter { !$0.rivals.isEmpty }.prefix(shown).map { device in
            let places = device.rivals.map { EscapedText("\($0.root)/\($0.foreignID)", limit: 128).description }
            return HealthFinding(
                "devices.rivals", severity: .warning,
                message: "\(device.best.id) claims the same hardware as \(places.joined(separator: ", ")).",
                remedy: "Adopt only the one whose credential you gave to that device.",
                values: ["device": .text("\(device.best.id)"), "places": .text(places.joined(separator: ", "))])
        }
    }
}
