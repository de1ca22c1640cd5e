import BlockingQueues
import Glibc
import Synchronization

/// The append-only log in front of the sealed blocks: what it took is on disk, in one write to the end of one file.
///
/// Sealing starts a new file, puts what the files before hold into blocks, and gives those files back for use again.
actor ReadingLog {
    /// Past this, sealing has to catch up before more is taken.
    static let maximumBytes = 16 << 20

    private let folder: LogFolder
    private var active: LogFile
    /// Where in the active file that begins which no earlier one has.
    private var start = LogFile.headerBytes
    /// Files whose bytes were changed by something else; they are put aside instead of used again.
    private var damaged: Set<UInt64>
    private let queue = BlockingQueue(label: "tomte.readings")
    private let closed = Mutex(false)

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private init(folder: LogFolder, active: LogFile, damaged: Set<UInt64>) {
        self.folder = folder
        self.active = active
        self.damaged = damaged
    }

    /// What was on disk, and the log to go on with.
    struct Opened {
        let log: ReadingLog
        let batches: [LoggedBatch]
        /// One sentence for each finding.
        let notes: [String]
    }

    /// Reads what is not sealed yet: the files with numbers above `sealed`.
    static func open(in folder: LogFolder, sealed: UInt64) throws(StorageError) -> Opened {
        var batches: [LoggedBatch] = []
        var notes: [String] = []
        var damaged: Set<UInt64> = []
        var last: (number: UInt64, end: Int, isUnreadable: Bool)?
        for number in try folder.numbers() {
            let path = folder.path(of: number)
            guard number > sealed, let scan = try LogFile.scan(path, number: number, disk: folder.disk) else {
                try putAway(path, in: folder)
                continue
            }
            batches += scan.batches
            last = (number, scan.end, scan.isUnreadable)
            // A file with sectors that the disk does not give is not used again either.
            guard scan.isUnreadable || !scan.damages.isEmpty else { continue }
            damaged.insert(number)
            guard !scan.damages.isEmpty else { continue }
            notes.append(
                "\(scan.damages.reduce(0) { $0 + $1.count }) bytes of \(path) are damaged or missing; readings of that moment may be lost."
            )
        }
        let active =
            if let last, !last.isUnreadable {
                try LogFile(
                    resuming: folder.path(of: last.number), number: last.number, at: last.end, disk: folder.disk)
            } else {
                try begin((last?.number ?? sealed) + 1, in: folder)
            }
        return Opened(
            log: ReadingLog(folder: folder, active: active, damaged: damaged), batches: batches, notes: notes)
    }

    /// On disk when it returns. When it throws, nothing of the batch is in the log.
    func append(_ batch: LoggedBatch) throws(StorageError) {
        guard !closed.withLock({ $0 }) else { throw .closed }
        guard active.end - start <= Self.maximumBytes else { throw .notSealed }
        try active.append(batch)
    }

    /// Whether a new file is due, be it for what is no record.
    var isHalfFull: Bool { active.end - start > Self.maximumBytes / 2 }

    /// Starts a new file with what has to outlive the others; returns the number of the one that is complete now.
    func startNext(with batch: LoggedBatch) throws(StorageError) -> UInt64 {
        guard !closed.withLock({ $0 }) else { throw .closed }
        let number = active.number
        do throws(StorageError) {
            let next = try Self.begin(number + 1, in: folder)
            try next.append(batch)
            (active, start) = (next, next.end)
        } catch {
            // What stands in it would be taken for newer than what this file takes from now on.
            unlink(folder.path(of: number + 1))
            throw error
        }
        return number
    }

    /// The files up to `number` are sealed. That one of them cannot be put away is no harm: the next start does it.
    func release(through number: UInt64) {
        for old in (try? folder.numbers()) ?? [] where old <= number && old < active.number {
            if damaged.remove(old) != nil {
                try? folder.move(folder.path(of: old), to: folder.damagedPath(of: old))
            } else {
                try? Self.putAway(folder.path(of: old), in: folder)
            }
        }
    }

    /// Appends fail with `.closed` from here on.
    nonisolated func close() { closed.withLock { $0 = true } }

    private static func begin(_ number: UInt64, in folder: LogFolder) throws(StorageError) -> LogFile {
        let path = folder.path(of: number)
        if access(path, F_OK) != 0, access(folder.spare, F_OK) == 0 {
            try folder.move(folder.spare, to: path)
            do throws(StorageError) {
                let file = try LogFile(starting: path, number: number, disk: folder.disk)
                try folder.sync()
                return file
            } catch {
                // The disk refuses a sector of it: it is kept, so that nothing else gets that sector.
                guard case .unknown(EIO, _) = error else { throw error }
                try folder.move(path, to: folder.damagedPath(of: number))
            }
        }
        let file = try LogFile(starting: path, number: number, disk: folder.disk)
        try folder.sync()
        return file
    }

    private static func putAway(_ path: String, in folder: LogFolder) throws(StorageError) {
        if access(folder.spare, F_OK) == 0 { unlink(path) } else { try folder.move(path, to: folder.spare) }
    }
}
