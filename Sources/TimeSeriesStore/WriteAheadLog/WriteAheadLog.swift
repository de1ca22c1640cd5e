import HomeModel
import SQLiteDatabase
import SegmentedLog
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

/// One file of the write-ahead log, written in sectors with `O_DIRECT` where the file system supports it.
///
/// The first block of the file contains its number. A file that is reused gets a new number, which makes its earlier
/// content invalid. Files are reused because overwriting existing sectors changes no metadata, so a commit is one
/// write.
final class WALFile {
    static let headerBytes = 4096
    /// Frames start at multiples of the smallest sector of any disk, which no disk writes in smaller pieces.
    ///
    /// Where sectors are larger (4096 bytes on many disks), an append makes the disk rewrite the sector with the end of
    /// the previous frame. Like SQLite ("powersafe overwrite"), this relies on the disk to leave the unchanged bytes of
    /// that sector intact when the power fails. Frames at multiples of 4096 would not need this, but they would write
    /// eight times as much each second.
    static let alignment = 512
    private static let magic = UInt32(littleEndian: 0x3147_4C54)
    private static let growth = 256 << 10

    let number: UInt64
    private(set) var end: Int
    private let file: SegmentFile<StorageError>
    private var size: Int
    private let buffer: SectorBuffer

    /// Starts the file `path` with `number` and discards its earlier content; this is on the disk when it returns.
    init(starting path: String, number: UInt64, disk: DiskCalls) throws(StorageError) {
        self.number = number
        end = Self.headerBytes
        buffer = SectorBuffer()
        file = try SegmentFile(path, mode: .creatingSectors, disk: disk)
        size = Int(FileSize.bytes(at: path))
        try write(Self.header(number), at: 0)
        try file.sync()
    }

    /// Opens a file that `scan` has read, to append after `end`.
    init(resuming path: String, number: UInt64, at end: Int, disk: DiskCalls) throws(StorageError) {
        self.number = number
        self.end = end
        buffer = SectorBuffer()
        file = try SegmentFile(path, mode: .writingSectors, disk: disk)
        size = Int(FileSize.bytes(at: path))
    }

    /// Appends the batch; it is on the disk when this returns. After an error the next append overwrites it.
    func append(_ batch: LoggedBatch) throws(StorageError) {
        let frame = WALFrame.bytes(batch.bytes, isNaming: batch.isNaming, in: number)
        try write(frame, at: end)
        try file.sync()
        end += SectorBuffer.padded(frame.count)
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        try grow(to: offset + SectorBuffer.padded(bytes.count))
        try file.write(sectors: buffer.filled(with: bytes), at: offset)
    }

    /// Reserves space ahead of the frames, so that a full disk is found here and not in the middle of a frame.
    private func grow(to end: Int) throws(StorageError) {
        guard end > size else { return }
        let grown = Self.reserved(for: end)
        do throws(StorageError) {
            try reserve(size..<grown)
        } catch {
            // A part of the space may have been reserved.
            file.truncate(to: size)
            throw error
        }
        size = grown
    }

    private func reserve(_ space: Range<Int>) throws(StorageError) {
        let code = file.reserve(space)
        switch code {
        case 0: return
        case EOPNOTSUPP, EINVAL, ENOSYS:
            // The file system cannot reserve space; written zeros have the same effect.
            try file.write(
                sectors: buffer.filled(with: [UInt8](repeating: 0, count: space.count)), at: space.lowerBound)
        default: throw StorageError(errno: code, action: "reserve space for \(file.path)")
        }
    }

    static func reserved(for end: Int) -> Int { (end + growth - 1) / growth * growth }

    static func header(_ number: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: magic)
        bytes.append(littleEndian: number)
        var checksum = CRC32C()
        bytes.withUnsafeBytes { checksum.update($0) }
        bytes.append(littleEndian: checksum.value)
        return bytes
    }
}

/// Memory aligned to sectors, as `O_DIRECT` requires.
final class SectorBuffer {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { memory.deallocate() }

    static func padded(_ count: Int) -> Int { (count + WALFile.alignment - 1) / WALFile.alignment * WALFile.alignment }

    /// Returns the bytes, padded with zeros to the end of their last sector; valid until the next call.
    func filled(with bytes: [UInt8]) -> UnsafeRawBufferPointer {
        let count = Self.padded(bytes.count)
        if memory.count < count {
            memory.deallocate()
            memory = .allocate(byteCount: max(count, 64 << 10), alignment: 4096)
        }
        memory.copyBytes(from: bytes)
        let sectors = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
        sectors[bytes.count...].initializeMemory(as: UInt8.self, repeating: 0)
        return UnsafeRawBufferPointer(sectors)
    }
}
