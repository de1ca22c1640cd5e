/// The way to open a recorder's file so that SQLite writes neither to the file nor to files beside it.
enum RecorderAccess: Hashable, Sendable {
    /// The database uses a rollback journal. Locks on the file itself suffice, even while another process writes.
    case rollbackJournal
    /// A write-ahead log and its index exist, so another process may have the database open. Reading uses both files
    /// and sees the other process's changes.
    case writeAheadLog
    /// The database uses a write-ahead log, but the log or its index is missing, so probably no process has it open.
    /// It is opened as immutable, because the usual way would create a log and an index.
    ///
    /// A log without an index could be read only by writing an index; these bytes of the log stay unread.
    case immutable(unreadLogBytes: Int)

    /// The number of bytes that `init` needs from the beginning of the file.
    static let headerLength = 20

    /// `header` is the beginning of the file, `logBytes` the size of its `-wal` (nil when there is none), `hasIndex`
    /// whether its `-shm` exists.
    ///
    /// Returns nil when the file is not an SQLite database. Source: SQLite file format §1.3, bytes 18 and 19.
    init?(header: [UInt8], logBytes: Int?, hasIndex: Bool) {
        guard header.count >= Self.headerLength, header.starts(with: "SQLite format 3\u{0}".utf8) else { return nil }
        switch (header[19] == 2, logBytes, hasIndex) {
        case (false, _, _): self = .rollbackJournal
        case (true, .some, true): self = .writeAheadLog
        case (true, let bytes, _): self = .immutable(unreadLogBytes: bytes ?? 0)
        }
    }

    /// The query of the SQLite URI that opens the file. Source: SQLite, "Uniform Resource Identifiers".
    var parameters: String {
        switch self {
        case .rollbackJournal: "mode=ro"
        case .writeAheadLog: "mode=ro&readonly_shm=1"
        case .immutable: "mode=ro&immutable=1"
        }
    }
}
