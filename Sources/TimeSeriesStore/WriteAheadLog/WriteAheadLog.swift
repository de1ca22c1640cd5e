import HomeModel
import SQLiteDatabase
import Concurrency
import Glibc
import Synchronization

/// The write-ahead log of readings: an appended batch is on the disk after one write to the end of one file.
///
/// A flush starts a new file, writes the records of the earlier files to level-0 blocks, and recycles those files.
actor WriteAheadLog {
    /// When the active file contains more, appends throw `.writeAheadLogFull` until a flush starts a new file.
    static let maximumBytes = 16 << 20

    private let folder: WALFolder
    private var active: WALFile
    /// The offset in the active file after the batch that repeats data of earlier files.
    private var start = WALFile.headerBytes
    /// Numbers of files that were changed from outside or cannot be read; they are renamed instead of reused.
    private var damaged: Set<UInt64>
    private let queue = BlockingExecutor(label: "tomte.readings")
    private let closed = Mutex(false)

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private init(folder: WALFolder, active: WALFile, damaged: Set<UInt64>) {
        self.folder = folder
        self.active = active
        self.damaged = damaged
    }

    /// The batches found on the disk, and the log to continue with.
    struct Opened {
        let log: WriteAheadLog
        let batches: [LoggedBatch]
        /// One sentence for each finding.
        let notes: [String]
    }

    /// Reads the unflushed batches: those in files with numbers above `flushedThrough`.
    static func open(in folder: WALFolder, flushedThrough: UInt64) throws(StorageError) -> Opened {
        var batches: [LoggedBatch] = []
        var notes: [String] = []
        var damaged: Set<UInt64> = []
        var last: (number: UInt64, end: Int, isUnreadable: Bool)?
        for number in try folder.numbers() {
            let path = folder.path(of: number)
            guard number > flushedThrough, let scan = try WALFile.scan(path, number: number, disk: folder.disk) else {
                try recycle(path, in: folder)
                continue
            }
            batches += scan.batches
            last = (number, scan.end, scan.isUnreadable)
            // A file with unreadable sectors is not reused either.
            guard scan.isUnreadable || !scan.damages.isEmpty else { continue }
            damaged.insert(number)
            guard !scan.damages.isEmpty else { continue }
            notes.append(
                "\(scan.damages.reduce(0) { $0 + $1.count }) bytes of \(path) are damaged or missing; the readings in them may be lost."
            )
        }
        let active =
            if let last, !last.isUnreadable {
                try WALFile(
                    resuming: folder.path(of: last.number), number: last.number, at: last.end, disk: folder.disk)
            } else {
                try begin((last?.number ?? flushedThrough) + 1, in: folder)
            }
        return Opened(
            log: WriteAheadLog(folder: folder, active: active, damaged: damaged), batches: batches, notes: notes)
    }

    /// Appends the batch; it is on the disk when this returns. When it throws, nothing of the batch is in the log.
    func append(_ batch: LoggedBatch) throws(StorageError) {
        guard !closed.withLock({ $0 }) else { throw .closed }
        guard active.end - start <= Self.maximumBytes else { throw .writeAheadLogFull }
        try active.append(batch)
    }

    /// Whether the log needs a new file, even if it contains only deliveries and no records.
    var isHalfFull: Bool { active.end - start > Self.maximumBytes / 2 }

    /// Starts a new file with the data that must outlive the earlier files. Returns the number of the last complete
    /// file.
    func rotate(with batch: LoggedBatch) throws(StorageError) -> UInt64 {
        guard !closed.withLock({ $0 }) else { throw .closed }
        let number = active.number
        do throws(StorageError) {
            let next = try Self.begin(number + 1, in: folder)
            try next.append(batch)
            (active, start) = (next, next.end)
        } catch {
            // Recovery would replay the new file after records that are appended to the current file from now on.
            unlink(folder.path(of: number + 1))
            throw error
        }
        return number
    }

    /// Recycles the files up to `number` after their records were flushed. A failure is ignored, because the next start
    /// recycles them.
    func recycle(through number: UInt64) {
        for old in (try? folder.numbers()) ?? [] where old <= number && old < active.number {
            if damaged.remove(old) != nil {
                try? folder.move(folder.path(of: old), to: folder.damagedPath(of: old))
            } else {
                try? Self.recycle(folder.path(of: old), in: folder)
            }
        }
    }

    /// Every later append throws `.closed`.
    nonisolated func close() { closed.withLock { $0 = true } }

    private static func begin(_ number: UInt64, in folder: WALFolder) throws(StorageError) -> WALFile {
        let path = folder.path(of: number)
        if access(path, F_OK) != 0, access(folder.spare, F_OK) == 0 {
            try folder.move(folder.spare, to: path)
            do throws(StorageError) {
                let file = try WALFile(starting: path, number: number, disk: folder.disk)
                try folder.sync()
                return file
            } catch {
                // The disk refuses to write one of its sectors. The file is kept, so that no other file gets that
                // sector.
                guard case .unknown(EIO, _) = error else { throw error }
                try folder.move(path, to: folder.damagedPath(of: number))
            }
        }
        let file = try WALFile(starting: path, number: number, disk: folder.disk)
        try folder.sync()
        return file
    }

    private static func recycle(_ path: String, in folder: WALFolder) throws(StorageError) {
        if access(folder.spare, F_OK) == 0 { unlink(path) } else { try folder.move(path, to: folder.spare) }
    }
}
