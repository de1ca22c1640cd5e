/// Something that is not as it should be: a stable code, one sentence, and what to do.
package struct HealthFinding: Hashable, Sendable {
    package enum Severity: String, Sendable, Comparable {
        case notice, warning, failing

        /// What it makes of the whole: `ok`, `warning` or `failing`.
        var status: String { self == .notice ? "ok" : rawValue }

        package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .notice: 0
            case .warning: 1
            case .failing: 2
            }
        }
    }

    package let code: String
    package let severity: Severity
    package let message: String
    package let remedy: String

    package init(_ code: String, _ severity: Severity, _ message: String, remedy: String) {
        self.code = code
        self.severity = severity
        self.message = message
        self.remedy = remedy
    }
}

/// How one part of the gateway is.
package struct SubsystemHealth: Sendable {
    package let name: String
    /// One line: what it is and where.
    package let summary: String
    package let findings: [HealthFinding]

    package init(_ name: String, summary: String, findings: [HealthFinding] = []) {
        self.name = name
        self.summary = summary
        self.findings = findings
    }

    /// `ok`, `warning` or `failing`.
    package var status: String { worst.status }

    var worst: HealthFinding.Severity { findings.map(\.severity).max() ?? .notice }
}

/// Asks every part of the gateway how it is.
package struct HealthBoard: Sendable {
    package typealias Check = @Sendable () async -> SubsystemHealth

    private let checks: [Check]

    package init(_ checks: [Check]) { self.checks = checks }

    package func examine() async -> [SubsystemHealth] {
        var subsystems: [SubsystemHealth] = []
        for check in checks { subsystems.append(await check()) }
        return subsystems
    }
}
