import Foundation
import GatewayCore
import HomeCertificates
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
                    remedy: "The gateway tries again every few seconds; tomte status shows the state of the broker.",
                    values: ["root": .text("\(root)")])
            }
            let verdict = await issuer.verdict
            findings += verdict?.findings ?? []
            let byPassword = credentials.count { $0.proof == .password }
            return SubsystemHealth(
                "credentials",
                summary: "\(credentials.count) issued"
                    + (byPassword > 0 ? ", \(byPassword) of them with a password" : "")
                    + (verdict == .confined ? ", confined to their own topics" : ""),
                values: ["count": .number(credentials.count), "passwords": .number(byPassword)],
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

/// The health of the certificates: those that expire soon, those that have expired, a rotation of the keys that runs, and the
/// devices that the end of one cut off.
enum CertificateCheck {
    static func of(
        _ certificates: HomeCertificates, clock: HomeClock,
        rotation: @escaping @Sendable () async -> KeyRotationPlan? = { nil }
    ) -> HealthChecks.Check {
        {
            let now = clock.now().date
            guard let states = try? await certificates.states(now: now) else {
                let damaged = HealthFinding(
                    "certificates.unreadable", severity: .failing, message: "The certificates cannot be read.",
                    remedy: "Restore the folders certificates and secrets from a backup.")
                return SubsystemHealth("certificates", summary: "unreadable", findings: [damaged])
            }
            let expiring = states.filter { $0.notAfter.timeIntervalSince(now) < CertificateLifetime.renewal }
            let problems = await certificates.problems()
            let rotated = await rotation()?.findings(at: Timestamp(now)) ?? []
            var findings = problems.map(finding) + rotated
            findings += expiring.map { state in
                HealthFinding(
                    "certificates.expiring", severity: state.daysLeft < 0 ? .failing : .warning,
                    message: "The certificate of \(state.name) "
                        + (state.daysLeft < 0 ? "has expired." : "expires in \(state.daysLeft) days."),
                    remedy: "The gateway renews its own certificates; provision a device again.",
                    values: ["name": .text(state.name), "count": .number(state.daysLeft)])
            }
            let values = ["count": SentenceValue.number(states.count)]
                .merging(states.first.map { ["days": .number($0.daysLeft)] } ?? [:]) { $1 }
            let next = states.first.map { ", next expires in \($0.daysLeft) days" } ?? ""
            return SubsystemHealth(
                "certificates", summary: "\(states.count) in use\(next)", values: values, findings: findings)
        }
    }

    private static func finding(about problem: CertificateProblem) -> HealthFinding {
        switch problem {
        case .otherRoot(let name):
            HealthFinding(
                "certificates.otherRoot", severity: .failing,
                message: "The file of the \(name) is missing or was changed.",
                remedy: "Restore the folder certificates from a backup before the next start of the gateway.",
                values: ["name": .text(name)])
        case .unreadable(let name), .otherKey(let name), .otherIssuer(let name):
            HealthFinding(
                "certificates.mismatch", severity: .failing,
                message: "The certificate of \(name) on the disk does not belong to its key or its root.",
                remedy:
                    "Restart the gateway: it issues the certificate again. Find out who could write the state folder.",
                values: ["name": .text(name)])
        case .otherHostName(let name, let permitted):
            HealthFinding(
                "certificates.otherHostName", severity: .failing,
                message:
                    "Phones and computers that trust the web root refuse \(name): the root is limited to \(permitted).",
                remedy:
                    "Set home.hostName in the configuration back to \(permitted.split(separator: ".").first ?? ""), "
                    + "and restart the gateway.",
                values: ["name": .text(name), "permitted": .text(permitted)])
        case .unlimitedWebRoot:
            HealthFinding(
                "certificates.unlimited", severity: .warning,
                message: "The web root is not limited to the names and addresses of this home.",
                remedy:
                    "Remove it from phones and computers, and restore the folders certificates and secrets from a backup."
            )
        }
    }
}
