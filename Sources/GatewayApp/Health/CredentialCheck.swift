import GatewayCore
import HomeModel

/// The health of credentials: whether devices are confined to their own topics, and whether revoked devices are cut
/// off.
enum CredentialCheck {
    static func of(_ issuer: BrokerCredentialIssuer) -> HealthChecks.Check {
        {
            let credentials = (try? await issuer.credentials()) ?? []
            var findings = await issuer.incompleteRevocations.sorted { $0.key < $1.key }.map { root, reason in
                HealthFinding(
                    "credentials.notEnded", severity: .failing,
                    message: "The credential of “\(root)” is revoked, but its device may still be connected: \(reason)",
                    remedy: "The gateway tries again every few seconds; tomte status shows the state of the broker.")
            }
            let verdict = await issuer.verdict
            findings += verdict?.findings ?? []
            let byPassword = credentials.count { $0.proof == .password }
            return SubsystemHealth(
                "credentials",
                summary: "\(credentials.count) issued"
                    + (byPassword > 0 ? ", \(byPassword) of them with a password" : "")
                    + (verdict == .confined ? ", confined to their own topics" : ""),
                findings: findings)
        }
    }
}

extension AccessRulesProbe.Verdict {
    fileprivate var findings: [HealthFinding] {
        switch self {
        case .confined: []
        case .leaks(let finding):
            [
                HealthFinding(
                    "credentials.unconfined", severity: .failing,
                    message: "The broker does not confine devices to their own topics: \(finding)",
                    remedy:
                        "Stop the gateway, find out who changed broker/access.acl, and start it: it rewrites the file."
                )
            ]
        case .inconclusive(let reason):
            [
                HealthFinding(
                    "credentials.unproven", severity: .warning,
                    message: "It is not verified that devices are confined to their own topics: \(reason)",
                    remedy:
                        "The gateway tries again within five minutes, and with the next credential; tomte status shows "
                        + "the state of broker and disk.")
            ]
        }
    }
}
