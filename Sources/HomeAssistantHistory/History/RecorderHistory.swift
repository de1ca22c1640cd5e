import GRDB
import HomeModel

/// The past that a Home Assistant recorder keeps in its SQLite file, read once from beginning to end.
///
/// First the states, then the statistics: one reading an hour for the time before an entity's first state. The file may
/// be large, in use, old, or damaged here and there; memory does not grow with it. Nothing is written.
package actor RecorderHistory {
    /// How many rows one step looks at.
    private static let rowsPerStep = 20_000

    private nonisolated let queue = RecorderQueue()
    private let file: RecorderFile
    private var reader: RecorderReader

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the file and reads its table of contents.
    package init(path: String, choosing choice: RecorderChoice = RecorderChoice()) throws(RecorderFileError) {
        let file = try RecorderFile(path: path)
        self.file = file
        reader = try file.read { db in try RecorderReader(choosing: choice, db) }
    }

    /// The next readings, in no particular order; nil at the end. A step may give none.
    package func next() throws(RecorderFileError) -> RecorderBatch? {
        guard !reader.isOver else { return nil }
        return try file.read { db in try reader.step(db, rows: Self.rowsPerStep) }
    }

    /// What is known of an entity before its rows are read.
    package func glance(at id: String) throws(RecorderFileError) -> EntityGlance {
        try file.read { db in reader.glance(at: id, db) }
    }

    package func close() { file.close() }

    /// All that were seen so far; a place never changes.
    package var entities: [RecorderEntity] { reader.entities.entities }

    /// How many rows were looked at, and how far that is (0 to 1), when that can be told.
    package var progress: (rows: Int, share: Double?) { (reader.rows, reader.share) }

    /// What could not be read.
    package var gaps: [RowGap] { reader.gaps }

    /// Rows of which not even the entity is known.
    package var namelessRows: Int { reader.namelessRows }

    /// The latest changes, which only a running Home Assistant can fold into the file, in bytes.
    package nonisolated var unreadLogBytes: Int {
        if case .frozen(let bytes) = file.access { bytes } else { 0 }
    }
}
