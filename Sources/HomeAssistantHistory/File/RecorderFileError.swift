package import HomeModel

/// Why a recorder's file cannot be read, or not any further.
package enum RecorderFileError: Error, Hashable, Sendable {
    case cannotOpen(InertText)
    case notADatabase
    /// A database, but without the tables of a recorder.
    case notARecorder
    /// Somebody holds it so that not even reading is possible.
    case busy
    /// It was taken for one that nobody writes to, and then it changed.
    case changed
    case tooManyEntities(Int)
    /// So much is damaged that not even its table of contents can be read.
    case unreadable(InertText)
}

extension RecorderFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotOpen(let reason): "The file cannot be opened: \(reason)."
        case .notADatabase: "This is no SQLite database. Home Assistant's is called home-assistant_v2.db."
        case .notARecorder: "This is a database, but not one of Home Assistant's recorder: it has no states in it."
        case .busy: "Somebody keeps the file locked; copy it, or stop Home Assistant for the time of the import."
        case .changed: "Somebody wrote to the file while it was read; stop Home Assistant, or import a copy."
        case .tooManyEntities(let most): "The file names more than \(most) entities; choose some with --only."
        case .unreadable(let reason): "The file is damaged where its table of contents is: \(reason)."
        }
    }
}
