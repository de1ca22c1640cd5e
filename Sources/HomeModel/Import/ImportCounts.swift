/// One import of a history into the home.
package enum ImportRun {}

package typealias ImportID = Identifier<ImportRun>

/// The numbers of imported readings by result.
package struct ImportCounts: Hashable, Sendable, Codable {
    /// Readings that were stored.
    package var new: Int
    /// Readings that already exist for that time; for hourly values, also hours that already have single readings.
    package var known: Int
    /// Readings that were rejected, by the code of a `ReadingRejection`, or `noSuchSeries`.
    package var rejected: [String: Int]

    package init(new: Int = 0, known: Int = 0, rejected: [String: Int] = [:]) {
        self.new = new
        self.known = known
        self.rejected = rejected
    }

    package var rejectedTotal: Int { rejected.values.reduce(0, +) }

    package static func += (left: inout ImportCounts, right: ImportCounts) {
        left.new += right.new
        left.known += right.known
        left.rejected.merge(right.rejected, uniquingKeysWith: +)
    }
}
