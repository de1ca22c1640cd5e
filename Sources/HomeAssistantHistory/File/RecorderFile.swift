import Foundation
import GRDB
package import HomeModel

/// A recorder's database, opened read-only. Calls block the thread.
struct RecorderFile: Sendable {
    let access: RecorderAccess

    private let path: String
    private let connection: DatabaseQueue
    /// The state of the file when it was opened. It is compared only with `.immutable` access, where no process may write.
    private let stamp: FileStatus

    init(path: String) throws(RecorderFileError) {
        let path = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
        guard let header = Self.header(of: path) else { throw .cannotOpen(EscapedText(Self.reason(for: path))) }
        let logBytes = Self.size(of: "\(path)-wal")
        guard
            let access = RecorderAccess(
                header: header, logBytes: logBytes, hasIndex: Self.size(of: "\(path)-shm") != nil)
        else { throw .notADatabase }
        self.access = access
        self.path = path
        stamp = FileStatus(path)
        connection = try Self.translating {
            try DatabaseQueue(path: Self.uri(path, access: access), configuration: Self.configuration)
        }
    }

    /// Runs `body` without a transaction, so each statement sees the current state of the file: over damaged pages a
    /// transaction could not end properly. Throws `.changed` when a frozen file was modified.
    func read<Value>(_ body: (Database) throws -> Value) throws(RecorderFileError) -> Value {
        let value = try Self.translating { try connection.unsafeRead(body) }
        if case .immutable = access, FileStatus(path) != stamp { throw .changed }
        return value
    }

    func close() { try? connection.close() }

    /// Runs `body` and converts its errors to `RecorderFileError`.
    static func translating<Value>(_ body: () throws -> Value) throws(RecorderFileError) -> Value {
        do {
            return try body()
        } catch let error as RecorderFileError {
            throw error
        } catch let error as DatabaseError {
            throw RecorderFileError(error)
        } catch {
            throw .unreadable(EscapedText("\(error)"))
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // The file is not trusted: its schema may run no unsafe functions, and its pages are checked before use.
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
            // Without this, SQLite does not open a truncated file. The connection is read-only, so nothing is written.
            try db.execute(sql: "PRAGMA writable_schema = ON")
        }
        return configuration
    }

    private static func uri(_ path: String, access: RecorderAccess) -> String {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return "file://\(escaped)?\(access.parameters)"
    }

    private static func header(of path: String) -> [UInt8]? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        guard let bytes = try? handle.read(upToCount: RecorderAccess.headerLength) else { return nil }
        return Array(bytes)
    }

    private static func reason(for path: String) -> String {
        FileManager.default.fileExists(atPath: path) ? "it is not readable" : "there is no file \(path)"
    }

    private static func size(of path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }
}

/// Properties of a database file that change when a process writes to it.
private struct FileStatus: Hashable, Sendable {
    let size: Int?
    let modified: Date?
    let hasIndex: Bool

    init(_ path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        size = attributes?[.size] as? Int
        modified = attributes?[.modificationDate] as? Date
        // A writer creates the index before it writes anything.
        hasIndex = FileManager.default.fileExists(atPath: "\(path)-shm")
    }
}

extension RecorderFileError {
    fileprivate init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_NOTADB: self = .notADatabase
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_READONLY: self = .busy
        case .SQLITE_CANTOPEN, .SQLITE_PERM: self = .cannotOpen(EscapedText(error.message ?? "it is not readable"))
        default: self = .unreadable(EscapedText(error.message ?? "error \(error.resultCode.rawValue)"))
        }
    }
}

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

/// The reasons why a recorder's file cannot be opened, or not be read any further.
package enum RecorderFileError: Error, Hashable, Sendable {
    case cannotOpen(EscapedText)
    case notADatabase
    /// A database without the tables of a recorder.
    case notARecorder
    /// Another process has locked the file against reading.
    case busy
    /// The file was opened as one that no process writes to, and then it changed.
    case changed
    /// More entities of the file are selected than this limit.
    case tooManyEntities(Int)
    /// The database schema or the metadata of the entities cannot be read, for instance because of damage there.
    case unreadable(EscapedText)
}

extension RecorderFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotOpen(let reason): "The file cannot be opened: \(reason)."
        case .notADatabase: "The file is not an SQLite database. Home Assistant's is called home-assistant_v2.db."
        case .notARecorder: "The database is not from Home Assistant's recorder: it has no states and no statistics."
        case .busy: "Another process has locked the file. Import a copy, or stop Home Assistant during the import."
        case .changed:
            "Another process changed the file during the import. Import a copy, or stop Home Assistant meanwhile."
        case .tooManyEntities(let most): "More than \(most) entities of the file are selected; choose some with --only."
        case .unreadable(let reason): "The database schema in the file cannot be read: \(reason)."
        }
    }
}
