import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum HealthRoutes {
    static let all: [Route] = [
        .open(.get, "/health", "Whether all is well") { call in
            HealthBody(status: await call.home.diagnostics.status())
        },
        .on(.get, "/diagnostics", .requires(.manageMaintenance), "How each part is, and what to do") { call in
            await DiagnosticsBody(call.home.diagnostics)
        },
    ]
}

extension DiagnosticsBody {
    init(_ diagnostics: Diagnostics) async {
        let subsystems = await diagnostics.subsystems()
        self.init(
            version: diagnostics.version, home: diagnostics.homeName, startedAt: diagnostics.startedAt,
            subsystems: subsystems.map { SubsystemBody(name: $0.name, status: $0.status, summary: $0.summary) },
            findings: subsystems.flatMap { subsystem in
                subsystem.findings.map { FindingBody($0, of: subsystem.name) }
            },
            counters: await diagnostics.counters())
    }
}

extension FindingBody {
    init(_ finding: HealthFinding, of subsystem: String) {
        self.init(
            code: finding.code, severity: finding.severity.rawValue, subsystem: subsystem, message: finding.message,
            remedy: finding.remedy)
    }
}
