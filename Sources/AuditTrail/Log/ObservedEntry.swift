package import HomeModel

/// An entry as the log shows it to an observer: one that was written, or a refusal that was only counted.
package struct ObservedEntry: Sendable {
    package let entry: AuditEntry
    /// The number of the entry in its chain; nil for a refusal that was only counted.
    package let reference: AuditReference?

    init(_ record: AuditRecord) {
        entry = record.entry
        reference = AuditReference(severity: record.entry.severity, sequence: record.sequence)
    }

    init(counted entry: AuditEntry) {
        self.entry = entry
        reference = nil
    }
}
