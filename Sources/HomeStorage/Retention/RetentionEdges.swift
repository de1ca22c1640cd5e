import GRDB
import HomeModel

/// The first moments that are still within their terms.
struct RetentionEdges: Sendable {
    let energy: Timestamp
    let environment: Timestamp

    /// Throws `.termsOutOfBounds` rather than take a term of no days for "delete everything".
    init(_ terms: RetentionTerms, at now: Timestamp) throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        energy = now - terms.term(of: .energy)
        environment = now - terms.term(of: .environment)
    }

    subscript(kind: RecordKind) -> Timestamp {
        switch kind {
        case .energy: energy
        case .environment: environment
        }
    }

    var arguments: StatementArguments { ["energy": energy.milliseconds, "environment": environment.milliseconds] }
}
