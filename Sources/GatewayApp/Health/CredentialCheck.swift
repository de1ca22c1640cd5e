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

/// The health of the certificates: those that expire soon, and those that have expired.
enum CertificateCheck {
    static func of(_ certificates: HomeCertificates, clock: HomeClock) -> HealthChecks.Check {
        {
            let now = clock.now().date
            guard let states = try? await certificates.states(now: now) else {
                let damaged = HealthFinding(
                    "certificates.unreadable", severity: .failing, message: "The certificates cannot be read.",
                    remedy: "Restore the folders certificates and secrets from a backup.")
                return SubsystemHealth("certificates", summary: "unreadable", findings: [damaged])
            }
            let expiring = states.filter { $0.notAfter.timeIntervalSince(now) < CertificateLifetime.renewal }
            let findings = expiring.map { state in
                HealthFinding(
                    "certificates.expiring", severity: state.daysLeft < 0 ? .failing : .warning,
                    message: "The certificate of \(state.name) "
                        + (state.daysLeft < 0 ? "has expired." : "expires in \(state.daysLeft) days."),
                    remedy: "The gateway renews its own certificates; provision a device again.",
                    values: ["name": .text(state.name), "count": .number(state.daysLeft)])
            }
            let values = ["count": HealthValue.number(states.count)]
                .merging(states.first.map { ["days": .number($0.daysLeft)] } ?? [:]) { $1 }
            let next = states.first.map { ", next expires in \($0.daysLeft) days" } ?? ""
            return SubsystemHealth(
                "certificates", summary: "\(states.count) in use\(next)", values: values, findings: findings)
        }
    }
}
