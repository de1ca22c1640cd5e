import GatewayCore
import GatewayWire
import HomeCertificates
import HomeModel
import Hummingbird

/// Health, diagnostics and certificates of the gateway.
enum HealthRoutes {
    private static let recheck = QueryParameter.boolean(
        "recheck",
        about: "Whether to repeat what is otherwise checked once a day (database, files and audit log), which can take "
            + "minutes")

    static let all: [Route<OperationServices>] = [
        .open(.get, path: "/health", summary: "Get the health of the gateway in one word") { call in
            HealthBody(status: await call.services.diagnostics.status())
        },
        .on(
            .get, path: "/diagnostics", access: .requires(.manageMaintenance),
            summary: "Get the health of each subsystem, with findings and remedies", query: [recheck]
        ) { call in
            if try call.query(recheck) == true { await call.services.diagnostics.recheck() }
            return await DiagnosticsBody(call.services.diagnostics, home: call.services.naming.name)
        },
        .on(
            .get, path: "/certificates", access: .requires(.manageMaintenance),
            summary: "List the home's own certificates"
        ) { call in
            try await call.services.certificates.ownCertificates().map(CertificateBody.init)
        },
    ]
}

extension DiagnosticsBody {
    init(_ diagnostics: Diagnostics, home: String) async {
        let subsystems = await diagnostics.subsystems()
        self.init(
            version: diagnostics.version, home: home, startedAt: diagnostics.startedAt,
            subsystems: subsystems.map { SubsystemBody($0) },
            findings: subsystems.flatMap { subsystem in
                subsystem.findings.map { FindingBody($0, of: subsystem.name) }
            },
            counters: await diagnostics.counters())
    }
}

extension CertificateBody {
    fileprivate init(_ certificate: HomeCertificateInfo) {
        self.init(
            use: certificate.use.rawValue, fingerprint: certificate.fingerprint, names: certificate.names,
            expiresAt: Timestamp(certificate.notAfter))
    }
}

extension SubsystemBody {
    init(_ subsystem: SubsystemHealth) {
        self.init(
            name: subsystem.name, status: subsystem.status, summary: subsystem.summary,
            values: subsystem.values.isEmpty ? nil : subsystem.values)
    }
}

extension FindingBody {
    init(_ finding: HealthFinding, of subsystem: String) {
        self.init(
            code: finding.code, severity: finding.severity.rawValue, subsystem: subsystem, message: finding.message,
            remedy: finding.remedy, values: finding.values.isEmpty ? nil : finding.values)
    }
}
