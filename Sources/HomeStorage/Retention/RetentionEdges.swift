import HomeModel

/// The first moments that are still within their terms.
struct RetentionEdges: Sendable {
    private let terms: RetentionTerms
    private let now: Timestamp

    /// Throws `.termsOutOfBounds` rather than take a term of no days for "delete everything".
    init(_ terms: RetentionTerms, at now: Timestamp) throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        self.terms = terms
        self.now = now
    }

    /// The beginning of time for what is held.
    subscript(kind: RecordKind, series: SeriesID) -> Timestamp {
        terms.edge(of: series, kind, at: now)
    }

    subscript(rollUpsOf kind: RecordKind, series: SeriesID) -> Timestamp {
        terms.rollUpEdge(of: series, kind, at: now)
    }
}
