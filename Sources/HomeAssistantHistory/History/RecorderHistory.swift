import Dispatch
import GRDB
import HomeModel

/// Reads the history in the SQLite file of a Home Assistant recorder once, from beginning to end.
///
/// The states come first, then the statistics: one reading an hour for the time before an entity's first state. The
/// file may be large, in use, of an old schema, or damaged in places. Memory does not grow with the number of rows.
/// Nothing is written.
package actor RecorderHistory {
    /// The number of rows that one step examines.
    private static let rowsPerStep = 20_000

    private nonisolated let queue = RecorderExecutor()
    private let file: RecorderFile
    private var reader: RecorderReader

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the file and reads its schema and metadata tables. Blocks the caller's thread meanwhile.
    package init(path: String, choosing choice: RecorderSelection = RecorderSelection()) throws(RecorderFileError) {
        let file = try RecorderFile(path: path)
        self.file = file
        reader = try file.read { db in try RecorderReader(choosing: choice, db) }
    }

    /// Reads the next rows and returns their readings in no particular order; nil at the end of the file. A batch may
    /// be empty.
    package func next() throws(RecorderFileError) -> RecorderBatch? {
        guard !reader.isFinished else { return nil }
        return try file.read { db in try reader.step(db, rows: Self.rowsPerStep) }
    }

    /// Looks an entity up without reading its rows.
    package func preview(at id: String) throws(RecorderFileError) -> EntityPreview {
        try file.read { db in reader.preview(at: id, db) }
    }

    package func close() { file.close() }

    /// The entities found so far. The index of an entity never changes.
    package var entities: [RecorderEntity] { reader.entities.entities }

    /// The number of rows examined, and their share of the file (0 to 1); nil when the last row of a table is unknown.
    package var progress: (rows: Int, share: Double?) { (reader.rows, reader.share) }

    /// The ranges of rows that could not be read.
    package var gaps: [RowGap] { reader.gaps }

    /// The number of rows that name no known entity.
    package var namelessRows: Int { reader.namelessRows }

    /// The size in bytes of a write-ahead log with the latest changes that cannot be read. Only Home Assistant can move
    /// them into the file.
    package nonisolated var unreadLogBytes: Int {
        if case .immutable(let bytes) = file.access { bytes } else { 0 }
    }
}

/// The serial executor on which one file is read. Reading blocks, so it must not run on the cooperative thread pool.
final class RecorderExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "tomte.recorder")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
