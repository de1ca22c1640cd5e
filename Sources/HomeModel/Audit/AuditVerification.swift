/// The result of `audit verify` for one chain.
package struct AuditVerification: Hashable, Sendable, Codable {
    package let severity: AuditSeverity
    package let entries: Int
    /// The first entry after the last checkpoint (trimming moves it on).
    package let firstSequence: UInt64
    package let lastSequence: UInt64
    /// One sentence for each entry or link that failed the check; empty means proven.
    package let problems: [String]
    /// The result of comparing the chain with a head that was stored elsewhere; nil when none was given.
    package let remembered: AuditHeadComparison?

    package init(
        severity: AuditSeverity, entries: Int, firstSequence: UInt64, lastSequence: UInt64, problems: [String],
        remembered: AuditHeadComparison? = nil
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
