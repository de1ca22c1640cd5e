import GatewayCore
import HomeModel

/// Whether devices are kept to their own topics, and whoever was taken back is out.
enum CredentialCheck {
    static func of(_ issuer: BrokerCredentialIssuer) -> HealthBoard.Check {
        {
            let credentials = (try? await issuer.credentials()) ?? []
            var findings = await issuer.unended.sorted { $0.key < $1.key }.map { root, reason in
                HealthFinding(
                    "credentials.notEnded", .failing,
                    "The credential of “\(root)” is taken back, but it may still be connected: \(reason)",
                    remedy: "It is tried every few seconds; tomte status says how the broker is.")
            }
            let verdict = await issuer.verdict
            findings += verdict?.findings ?? []
            let byPassword = credentials.count { $0.proof == .password }
            return SubsystemHealth(
                "credentials",
                summary: "\(credentials.count) out"
                    + (byPassword > 0 ? ", \(byPassword) of them with a password" : "")
                    + (verdict == .confined ? ", confined to their own topics" : ""),
                findings: findings)
        }
    }
}

extension ConfinementProbe.Verdict {
    fileprivate var findings: [HealthFinding] {
        switch self {
        case .confined: []
        case .leaks(let finding):
            [
                HealthFinding(
                    "credentials.unconfined", .failing,
                    "The broker does not keep devices to their own topics: \(finding)",
                    remedy: "Stop the gateway, look who changed broker/access.acl, and start it: that is written anew.")
            ]
        case .unproven(let reason):
            [
                HealthFinding(
                    "credentials.unproven", .warning,
                    "Nobody could prove that devices are kept to their own topics: \(reason)",
                    remedy:
                        "It is tried again within five minutes, and with the next credential; tomte status says how broker "
                        + "and disk are.")
            ]
        }
    }
}
