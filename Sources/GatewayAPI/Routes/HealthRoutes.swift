import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

enum HealthRoutes {
    static let all: [Route] = [
        .open(.get, "/health") { home in
            let worst = await home.diagnostics.subsystems().map(\.status)
            let status = ["failing", "warning"].first(where: worst.contains) ?? "ok"
            return try .json(HealthBody(status: status))
        },
        .on(.get, "/diagnostics", .requires(.manageMaintenance)) { call in
            try .json(await DiagnosticsBody(call.home.diagnostics))
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
