/// How a recorder's file can be read so that nothing is written, neither into it nor beside it.
enum RecorderAccess: Hashable, Sendable {
    /// It has a rollback journal: locks on the file itself suffice, also while somebody writes.
    case locking
    /// A write-ahead log and its index lie beside it: somebody may have it open, and is followed.
    case following
    /// Nobody has it open, as far as its neighbours tell. Opening it the usual way would make a log and an index.
    ///
    /// A log without an index could only be read by writing one; so many bytes of it stay unread.
    case frozen(unreadLogBytes: Int)

    static let headerLength = 20

    /// `header` is the beginning of the file, `logBytes` the size of its `-wal`, nil when there is none.
    ///
    /// Nil for what is no SQLite file. Source: SQLite file format §1.3, bytes 18 and 19.
    init?(header: [UInt8], logBytes: Int?, hasIndex: Bool) {
        guard header.count >= Self.headerLength, header.starts(with: "SQLite format 3\u{0}".utf8) else { return nil }
        switch (header[19] == 2, logBytes, hasIndex) {
        case (false, _, _): self = .locking
        case (true, .some, true): self = .following
        case (true, let bytes, _): self = .frozen(unreadLogBytes: bytes ?? 0)
        }
    }

    /// Parameters of the file's URI. Source: SQLite, "Uniform Resource Identifiers".
    var parameters: String {
        switch self {
        case .locking: "mode=ro"
        case .following: "mode=ro&readonly_shm=1"
        case .frozen: "mode=ro&immutable=1"
        }
    }
}
