import GatewayCore
import HomeKitLink
import HomeModel

/// The health of the pairings with HomeKit accessories.
enum HomeKitCheck {
    private static let shown = 10

    static func of(_ link: HomeKitLink) -> HealthChecks.Check {
        {
            let pairings = await link.pairings().sorted { ($0.announcedName, $0.root) < ($1.announcedName, $1.root) }
            let paired = pairings.filter { $0.state == .paired }
            let connected = paired.count { $0.trouble == nil }
            return SubsystemHealth(
                "homekit",
                summary: pairings.isEmpty
                    ? "no accessories are paired" : "\(connected) of \(paired.count) paired accessories connected",
                values: [
                    "state": .text(pairings.isEmpty ? "none" : "paired"), "count": .number(paired.count),
                    "connected": .number(connected),
                ],
                findings: Array(pairings.compactMap(finding).prefix(shown)))
        }
    }

    private static func finding(_ pairing: DevicePairing) -> HealthFinding? {
        switch pairing.state {
        case .paired: pairing.trouble.flatMap { finding($0, of: pairing) }
        case .unfinished:
            finding(
                "unfinished", severity: .warning, of: pairing, detail: "Pairing was interrupted.",
                remedy: "The gateway removes the pairing as soon as it reaches the accessory; then pair it again.")
        case .removing:
            finding(
                "removing", severity: .notice, of: pairing,
                detail: "The pairing was removed here, and the accessory has not been reached since.",
                remedy: "Switch the accessory on once, or delete its keys: "
                    + "tomte homekit unpair \(pairing.id) --discard")
        }
    }

    private static func finding(_ trouble: DevicePairing.Trouble, of pairing: DevicePairing) -> HealthFinding? {
        // It ends within seconds, or becomes another trouble.
        guard trouble.code != "connecting" else { return nil }
        return finding(
            trouble.code, severity: .warning, of: pairing, detail: trouble.detail,
            remedy: "tomte homekit list shows the state of all accessories.")
    }

    private static func finding(
        _ code: String, severity: HealthFinding.Severity, of pairing: DevicePairing, detail: String, remedy: String
    ) -> HealthFinding {
        HealthFinding(
            "homekit.\(code)", severity: severity, message: "“\(pairing.name)”: \(detail)", remedy: remedy,
            values: ["name": .text("\(pairing.name)")])
    }
}
