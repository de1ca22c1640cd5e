package import HomeModel

/// `GET /health`: without secrets or names, because everyone who can connect may request it.
package struct HealthBody: Codable, Sendable {
    /// `ok`, `warning` or `failing`.
    package let status: String

    package init(status: String) { self.status = status }
}

/// `GET /diagnostics`.
package struct DiagnosticsBody: Codable, Sendable {
    package let version: String
    package let home: String
    package let startedAt: Timestamp
    package let subsystems: [SubsystemBody]
    package let findings: [FindingBody]
    package let counters: [String: Int]

    package init(
        version: String, home: String, startedAt: Timestamp, subsystems: [SubsystemBody], findings: [FindingBody],
        counters: [String: Int]
    ) {
        self.version = version
        self.home = home
        self.startedAt = startedAt
        self.subsystems = subsystems
        self.findings = findings
        self.counters = counters
    }
}

/// A subsystem and its state: broker, discovery, storage, clock, certificates…
package struct SubsystemBody: Codable, Sendable {
    package let name: String
    package let status: String
    /// One line about its kind and place.
    package let summary: String
    /// The values in the summary, by name; nil when it has none.
    package let values: [String: SentenceValue]?

    package init(name: String, status: String, summary: String, values: [String: SentenceValue]? = nil) {
        self.name = name
        self.status = status
        self.summary = summary
        self.values = values
    }
}

/// A problem that a health check found.
package struct FindingBody: Codable, Sendable {
    package let code: String
    package let severity: String
    package let subsystem: String
    /// One sentence about the problem.
    package let message: String
    /// One sentence about the solution.
    package let remedy: String
    /// The values in the message and in the remedy, by name; nil when they have none.
    package let values: [String: SentenceValue]?

    package init(
        code: String, severity: String, subsystem: String, message: String, remedy: String,
        values: [String: SentenceValue]? = nil
    ) {
        self.code = code
        self.severity = severity
        self.subsystem = subsystem
        self.message = message
        self.remedy = remedy
        self.values = values
    }
}

/// `GET /clock`.
package struct ClockBody: Codable, Sendable {
    package let time: Timestamp
    /// Whether the gateway trusts this time, so that it decides about rights with a time limit.
    package let isKnown: Bool
    /// Whether the kernel reports the clock as synchronised.
    package let isSynchronised: Bool

    package init(time: Timestamp, isKnown: Bool, isSynchronised: Bool) {
        self.time = time
        self.isKnown = isKnown
        self.isSynchronised = isSynchronised
    }
}

/// `POST /clock/confirmation`.
package struct ClockConfirmationBody: Codable, Sendable {
    /// The correct time now.
    package let time: Timestamp

    package init(time: Timestamp) { self.time = time }
}
