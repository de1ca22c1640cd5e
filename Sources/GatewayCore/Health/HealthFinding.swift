package import HomeModel

/// A problem of the gateway: a stable code, one sentence, and the remedy.
package struct HealthFinding: Hashable, Sendable {
    /// How much a finding matters, in ascending order.
    package enum Severity: String, Sendable, Comparable {
        case notice, warning, failing

        /// The status of a part that has a finding of this severity: `ok`, `warning` or `failing`.
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
    /// The values in the message and in the remedy, by name.
    package let values: [String: SentenceValue]

    package init(
        _ code: String, severity: Severity, message: String, remedy: String, values: [String: SentenceValue] = [:]
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.remedy = remedy
        self.values = values
    }
}

/// The health of one part of the gateway.
package struct SubsystemHealth: Sendable {
    package let name: String
    /// One line that describes the part and where it is.
    package let summary: String
    /// The values in the summary, by name. `state` says which summary it is, where there are several.
    package let values: [String: SentenceValue]
    package let findings: [HealthFinding]

    package init(
        _ name: String, summary: String, values: [String: SentenceValue] = [:], findings: [HealthFinding] = []
    ) {
        self.name = name
        self.summary = summary
        self.values = values
        self.findings = findings
    }

    /// `ok`, `warning` or `failing`.
    package var status: String { worst.status }

    var worst: HealthFinding.Severity { findings.map(\.severity).max() ?? .notice }
}

/// Runs the health checks of all parts of the gateway.
package struct HealthChecks: Sendable {
    package typealias Check = @Sendable () async -> SubsystemHealth

    private let checks: [Check]

    package init(_ checks: [Check]) { self.checks = checks }

    /// Runs all checks now, one after the other.
    package func runChecks() async -> [SubsystemHealth] {
        var subsystems: [SubsystemHealth] = []
        for check in checks { subsystems.append(await check()) }
        return subsystems
    }
}
