import GatewayCore
import HomeModel

/// The health of the makers that a link knows.
enum MakerCheck {
    static func of(_ link: any MakerTrustingLink) -> HealthChecks.Check {
        { health(of: await link.makers(), command: "tomte \(link.name) trust") }
    }

    static func health(of makers: DeviceMakers, command: String) -> SubsystemHealth {
        let count = makers.all.count { $0.role == .authority }
        var findings: [HealthFinding] = []
        if let first = makers.damage.first {
            let others = makers.damage.count > 1 ? " And \(makers.damage.count - 1) more." : ""
            findings.append(
                HealthFinding(
                    "makers.damaged", severity: .warning, message: first + others,
                    remedy: "\(command) list shows all. Install the package again, or remove the file.",
                    values: ["count": .number(makers.damage.count)]))
        }
        guard let date = makers.listDate else {
            findings.append(
                HealthFinding(
                    "makers.noList", severity: .warning,
                    message: "The list of makers is not installed, so that every device is of an unknown maker.",
                    remedy: "Install the package tomte again, or add makers: \(command) add FILE"))
            return SubsystemHealth(
                "makers", summary: "no list of makers, \(count) added",
                values: ["state": .text("none"), "count": .number(count)], findings: findings)
        }
        return SubsystemHealth(
            "makers", summary: "\(count) makers of devices known, list of \(date)",
            values: ["state": .text("known"), "count": .number(count), "date": .text("\(date)")], findings: findings)
    }
}
