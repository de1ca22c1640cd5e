import GatewayCore
import HomeCertificates
import HomeModel

/// The health of the certificates: those that expire soon, and those that have expired.
enum CertificateCheck {
    static func of(_ certificates: HomeCertificates, clock: HomeClock) -> HealthChecks.Check {
        {
            guard let states = try? await certificates.states(now: clock.now().date) else {
                let damaged = HealthFinding(
                    "certificates.unreadable", severity: .failing, message: "The certificates cannot be read.",
                    remedy: "Restore the folders certificates and secrets from a backup.")
                return SubsystemHealth("certificates", summary: "unreadable", findings: [damaged])
            }
            let findings = states.filter { $0.daysLeft < HomeCertificates.renewalDays }.map { state in
                HealthFinding(
                    "certificates.expiring", severity: state.daysLeft < 0 ? .failing : .warning,
                    message: "The certificate of \(state.name) "
                        + (state.daysLeft < 0 ? "has expired." : "expires in \(state.daysLeft) days."),
                    remedy: "The gateway renews its own certificates; provision a device again.")
            }
            let next = states.first.map { ", next expires in \($0.daysLeft) days" } ?? ""
            return SubsystemHealth("certificates", summary: "\(states.count) in use\(next)", findings: findings)
        }
    }
}
