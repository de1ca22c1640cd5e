/// What `audit verify` found in one chain.
package struct AuditVerification: Hashable, Sendable, Codable {
    package let severity: AuditSeverity
    package let entries: Int
    /// The first entry after the last checkpoint (trimming moves it on).
    package let firstSequence: UInt64
    package let lastSequence: UInt64
    /// One sentence per place that does not hold; empty means proven.
    package let problems: [String]
    /// How the chain compares with a head that was remembered elsewhere; nil when none was given.
    package let remembered: RememberedHead?

    package init(
        severity: AuditSeverity, entries: Int, firstSequence: UInt64, lastSequence: UInt64, problems: [String],
        remembered: RememberedHead? = nil
    ) {
        self.severity = severity
        self.entries = entries
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.problems = problems
        self.remembered = remembered
    }

    package var isProven: Bool { problems.isEmpty }
}
