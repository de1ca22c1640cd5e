/// One run of bringing a past into the home.
package enum ImportRun {}

package typealias ImportID = Identifier<ImportRun>

/// What became of readings that were brought in.
package struct ImportCounts: Hashable, Sendable, Codable {
    /// Stored now.
    package var new: Int
    /// There already for that time; for values of hours, also hours of which single readings are there.
    package var known: Int
    /// Not believed, by the code of a `ReadingRejection`, or `noSuchSeries`.
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
