/// What a rule noticed: how often, from when to when, and in which audit entries. It contains no secrets and no names.
package struct IncidentEvidence: Hashable, Sendable, Codable {
    /// The limit of audit entries of one item.
    package static let mostEntries = 32

    /// The kind of the events, for translation: that of the rule.
    package let code: String
    package var count: Int
    package let first: Timestamp
    package var last: Timestamp
    /// The values of the last event, such as a device or the hours of the distance.
    package var values: [String: SentenceValue]
    /// The audit entries of the latest events; empty for what devices did, which has no entries.
    package var entries: [AuditReference]

    package init(
        code: String, count: Int, first: Timestamp, last: Timestamp, values: [String: SentenceValue] = [:],
        entries: [AuditReference] = []
    ) {
        self.code = code
        self.count = count
        self.first = first
        self.last = last
        self.values = values
        self.entries = Array(entries.suffix(Self.mostEntries))
    }

    /// Counts later events of the same code.
    mutating func merge(_ later: IncidentEvidence) {
        count += later.count
        last = max(last, later.last)
        values = later.values
        entries = Array((entries + later.entries).suffix(Self.mostEntries))
    }
}

/// The number of an audit entry in its chain.
package struct AuditReference: Hashable, Sendable, TextCodable {
    package static let rule = "an audit entry is written like security:42"

    package let severity: AuditSeverity
    package let sequence: UInt64

    package init(severity: AuditSeverity, sequence: UInt64) {
        self.severity = severity
        self.sequence = sequence
    }

    /// Parses `severity:sequence`.
    package init?(_ text: String) {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count == 2, let severity = AuditSeverity(rawValue: String(halves[0])),
            let sequence = UInt64(halves[1])
        else { return nil }
        self.init(severity: severity, sequence: sequence)
    }

    package var description: String { "\(severity.rawValue):\(sequence)" }
}
