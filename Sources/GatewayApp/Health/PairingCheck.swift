import GatewayCore
import HomeModel

/// The health of the pairings of one link.
struct PairingCheck: Sendable {
    private static let shown = 10

    private let link: any PairingLink
    /// Further findings about these pairings.
    private let others: @Sendable ([DevicePairing]) async -> [HealthFinding]

    static func of(
        _ link: any PairingLink, others: @escaping @Sendable ([DevicePairing]) async -> [HealthFinding] = { _ in [] }
    ) -> HealthChecks.Check {
        let check = PairingCheck(link: link, others: others)
        return { await check.health() }
    }

    private func health() async -> SubsystemHealth {
        let pairings = await link.pairings().sorted { ($0.announcedName, $0.root) < ($1.announcedName, $1.root) }
        let paired = pairings.filter { $0.state == .paired }
        let connected = paired.count { $0.trouble == nil }
        let own = await (link as? any DiagnosedLink)?.findings() ?? []
        return SubsystemHealth(
            link.name,
            summary: pairings.isEmpty
                ? "no \(link.deviceWords.many) are paired"
                : "\(connected) of \(paired.count) paired \(link.deviceWords.many) connected",
            values: [
                "state": .text(pairings.isEmpty ? "none" : "paired"), "count": .number(paired.count),
                "connected": .number(connected),
            ],
            findings: await others(pairings) + own + pairings.compactMap(finding).prefix(Self.shown))
    }

    private func finding(_ pairing: DevicePairing) -> HealthFinding? {
        let device = link.deviceWords.one
        return switch pairing.state {
        case .paired: pairing.trouble.flatMap { finding($0, of: pairing) }
        case .unfinished:
            finding(
                "unfinished", severity: .warning, of: pairing, detail: "Pairing was interrupted.",
                remedy:
                    "The gateway completes or removes the pairing as soon as it reaches the \(device). If that takes longer "
                    + "than a few minutes, delete the keys: \(removal(of: pairing)) --discard. Then pair it again.")
        case .removing:
            finding(
                "removing", severity: .notice, of: pairing,
                detail: "The pairing was removed here, and the \(device) has not been reached since.",
                remedy: "Switch the \(device) on once, or delete its keys: \(removal(of: pairing)) --discard")
        }
    }

    private func removal(of pairing: DevicePairing) -> String {
        "tomte \(link.name) \(link.removalVerb) \(pairing.id)"
    }

    private func finding(_ trouble: DevicePairing.Trouble, of pairing: DevicePairing) -> HealthFinding? {
        // It ends within seconds, or becomes another trouble.
        guard trouble.code != "connecting" else { return nil }
        return finding(
            trouble.code, severity: .warning, of: pairing, detail: trouble.detail,
            remedy: "tomte \(link.name) list shows the state of all \(link.deviceWords.many).", since: trouble.since)
    }

    private func finding(
        _ code: String, severity: HealthFinding.Severity, of pairing: DevicePairing, detail: String, remedy: String,
        since: Timestamp? = nil
    ) -> HealthFinding {
        var values: [String: SentenceValue] = ["name": .text("\(pairing.name)")]
        values["since"] = since.map { .text($0.rfc3339) }
        let time = since.map { " Not connected since \($0)." } ?? ""
        return HealthFinding(
            "\(link.name).\(code)", severity: severity, message: "“\(pairing.name)”: \(detail)\(time)", remedy: remedy,
            values: values)
    }
}
