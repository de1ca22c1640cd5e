import HomeModel

/// The first moments that are still within the retention terms.
struct RetentionCutoffs: Sendable {
    private let terms: RetentionTerms
    private let now: Timestamp

    /// Throws `.termsOutOfBounds`, so that a term of zero days is never understood as "delete everything".
    init(_ terms: RetentionTerms, at now: Timestamp) throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        self.terms = terms
        self.now = now
    }

    /// The first moment within the term of the series; for a series under a hold the earliest possible time, so that
    /// nothing of it is deleted.
    subscript(kind: RecordKind, series: SeriesID) -> Timestamp {
        terms.edge(of: series, kind, at: now)
    }

    subscript(rollUpsOf kind: RecordKind, series: SeriesID) -> Timestamp {
        terms.rollUpEdge(of: series, kind, at: now)
    }
}
