import GatewayCore
import HomeModel

/// The findings about open incidents, the newest ones first.
struct IncidentFindings {
    private static let most = 10

    let all: [HealthFinding]

    init(of registry: IncidentRegistry) async {
        var findings = await registry.all.filter(\.isOpen).prefix(Self.most).map { $0.finding }
        let unsavedCount = await registry.unsavedCount
        if unsavedCount > 0 {
            findings.append(
                HealthFinding(
                    "access.incidentsNotWritten", severity: .warning,
                    message: "\(unsavedCount) incidents are in memory, and not in the database yet.",
                    remedy: "Free space or repair the disk. The gateway tries again every minute.",
                    values: ["count": .number(unsavedCount)]))
        }
        if registry.unreadableCount > 0 {
            findings.append(
                HealthFinding(
                    "access.incidentsUnreadable", severity: .warning,
                    message: "\(registry.unreadableCount) stored incidents cannot be read: this home has another key.",
                    remedy: "Restore the folder of secrets from the same backup as the database.",
                    values: ["count": .number(registry.unreadableCount)]))
        }
        all = findings
    }
}

extension Incident {
    /// The code of the finding is that of the rule, so that a client can write its own sentence. Refusals of a stranger
    /// have a code of their own, because their sentence names no person.
    fileprivate var finding: HealthFinding {
        var values: [String: SentenceValue] = ["incident": .text(id.rawValue)]
        values["person"] = subject.person.map { .text($0) }
        values["client"] = subject.client.map { .text($0.rawValue) }
        values["device"] = subject.device.map { .text($0) }
        values["file"] = subject.file.map { .text($0) }
        values["count"] = .number(evidence.reduce(0) { $0 + $1.count })
        if let latest = evidence.last?.values { values.merge(latest) { own, _ in own } }
        let isOfStranger = rule == .manyRefusals && subject.person == nil
        let code = isOfStranger ? "incident.strangerRefusals" : rule.map { "incident.\($0.rawValue)" }
        return HealthFinding(
            code ?? "incident.byHand", severity: .notice,
            message: "\(IncidentSentence.text(of: self)) Incident \(id).", remedy: "tomte incident show \(id)",
            values: values)
    }
}
