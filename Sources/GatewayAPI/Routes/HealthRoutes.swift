import GatewayCore
import GatewayWire
import HomeCertificates
import HomeModel
import Hummingbird

enum HealthRoutes {
    static let all: [Route] = [
        .open(.get, "/health", "Whether all is well") { call in
            HealthBody(status: await call.home.diagnostics.status())
        },
        .on(.get, "/diagnostics", .requires(.manageMaintenance), "How each part is, and what to do") { call in
            await DiagnosticsBody(call.home.diagnostics, home: call.home.naming.name)
        },
        .on(.get, "/certificates", .requires(.manageMaintenance), "The home's own certificates") { call in
            try await call.home.certificates.own().map(CertificateBody.init)
        },
    ]
}

extension DiagnosticsBody {
    init(_ diagnostics: Diagnostics, home: String) async {
        let subsystems = await diagnostics.subsystems()
        self.init(
            version: diagnostics.version, home: home, startedAt: diagnostics.startedAt,
            subsystems: subsystems.map { SubsystemBody(name: $0.name, status: $0.status, summary: $0.summary) },
            findings: subsystems.flatMap { subsystem in
                subsystem.findings.map { FindingBody($0, of: subsystem.name) }
            },
            counters: await diagnostics.counters())
    }
}

extension CertificateBody {
    fileprivate init(_ certificate: OwnCertificate) {
        self.init(
            use: certificate.use.rawValue, fingerprint: certificate.fingerprint, names: certificate.names,
            expiresAt: Timestamp(certificate.notAfter))
    }
}

extension FindingBody {
    init(_ finding: HealthFinding, of subsystem: String) {
        self.init(
            code: finding.code, severity: finding.severity.rawValue, subsystem: subsystem, message: finding.message,
            remedy: finding.remedy)
    }
}
