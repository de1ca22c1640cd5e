/// The number of records, and of hourly roll-ups, that retention deletes.
package struct RetentionCounts: Hashable, Sendable {
    package var records = RecordCounts()
    /// Days are deleted with their hours: deleted days are not counted, overdue days are.
    package var hours = 0

    package var total: Int { records.total + hours }

    static func + (left: RetentionCounts, right: RetentionCounts) -> RetentionCounts {
        RetentionCounts(records: left.records + right.records, hours: left.hours + right.hours)
    }
}

/// The result of one retention run.
package struct PurgeResult: Hashable, Sendable {
    package var deleted = RetentionCounts()
    /// The records that a count found overdue afterwards: zero proves that the run was complete, nil means that the
    /// count was not reached.
    package var overdue: RetentionCounts?
    /// The reason for which the run ended early; the records deleted until then are counted in `deleted`.
    package var interruption: StorageError?
}
