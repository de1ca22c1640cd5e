package import HomeModel

/// A stretch of a table that could not be read.
package struct RowGap: Hashable, Sendable {
    package let table: String
    /// Row ids; some of them may never have been given.
    package internal(set) var rows: ClosedRange<Int64>
    /// The times of the rows around it, as far as any were read.
    package let after: Timestamp?
    package internal(set) var before: Timestamp?

    init(table: String, rows: ClosedRange<Int64>, after: Timestamp?) {
        self.table = table
        self.rows = rows
        self.after = after
    }
}
