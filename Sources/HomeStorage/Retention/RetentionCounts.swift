/// Records, and the hours that sum readings up, that retention deletes.
package struct RetentionCounts: Hashable, Sendable {
    package var records = RecordCounts()
    /// Days go with their hours: those that went do not count, those that are overdue do.
    package var hours = 0

    package var total: Int { records.total + hours }

    static func + (left: RetentionCounts, right: RetentionCounts) -> RetentionCounts {
        RetentionCounts(records: left.records + right.records, hours: left.hours + right.hours)
    }
}

/// What one run of retention did to the database.
package struct PurgedRecords: Hashable, Sendable {
    package var deleted = RetentionCounts()
    /// What a count found overdue afterwards: nothing proves the run, nil means that it did not get so far.
    package var overdue: RetentionCounts?
    /// Why the run ended early; what it had deleted by then is gone, and counted.
    package var interruption: StorageError?
}
