package import HomeModel

/// A range of rows of a table that could not be read.
package struct RowGap: Hashable, Sendable {
    package let table: String
    /// The row ids of the gap. The table may never have had a row for some of them.
    package internal(set) var rows: ClosedRange<Int64>
    /// The time of the last row before the gap; nil when no row before it had a time.
    package let after: Timestamp?
    /// The time of the first row after the gap; nil when no row after it had a time.
    package internal(set) var before: Timestamp?

    init(table: String, rows: ClosedRange<Int64>, after: Timestamp?) {
        self.table = table
        self.rows = rows
        self.after = after
    }
}
