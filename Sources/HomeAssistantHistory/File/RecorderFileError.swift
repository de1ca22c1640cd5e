package import HomeModel

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
    /// The file contains more entities than this limit.
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
        case .tooManyEntities(let most): "The file contains more than \(most) entities; choose some with --only."
        case .unreadable(let reason): "The database schema in the file cannot be read: \(reason)."
        }
    }
}
