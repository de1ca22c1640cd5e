import HomeModel
import SQLiteDatabase
import SegmentedLog
import Glibc

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
    /// After a read error, the file is read in pieces of this size to find the unreadable ones.
    private static let pieceBytes = 4096
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

    /// Reads the frames of the file with `number`; returns nil when the file belongs to another use.
    ///
    /// Unreadable bytes count as damage where frames were or may have been; after the frames they count as empty.
    static func scan(_ path: String, number: UInt64, disk: DiskCalls) throws(StorageError) -> WALScan? {
        let file = try SegmentFile<StorageError>(path, mode: .reading, disk: disk)
        var bytes = [UInt8](repeating: 0, count: Int(FileSize.bytes(at: path)))
        var unreadable: [Range<Int>] = []
        bytes.withUnsafeMutableBytes { target in
            guard file.read(into: target, at: 0).count < target.count else { return }
            for start in stride(from: 0, to: target.count, by: pieceBytes) {
                let range = start..<min(start + pieceBytes, target.count)
                let piece = UnsafeMutableRawBufferPointer(rebasing: target[range])
                guard file.read(into: piece, at: start).count < piece.count else { continue }
                piece.initializeMemory(as: UInt8.self, repeating: 0)
                unreadable.append(range)
            }
        }
        return scan(bytes, number: number, unreadable: unreadable)
    }

    private static func scan(
        _ bytes: [UInt8], number: UInt64, unreadable: [Range<Int>]
    ) -> WALScan? {
        var scan = WALScan(bytes, from: headerBytes, alignment: alignment, of: number, unreadable: unreadable)
        // Complete files have a reserved length; a shorter file has lost its end.
        let whole = reserved(for: bytes.count)
        if !header(number).elementsEqual(bytes.prefix(16)) {
            let isHeaderUnreadable = unreadable.contains { $0.lowerBound == 0 }
            guard !scan.batches.isEmpty || bytes.count < whole || isHeaderUnreadable else { return nil }
            scan.note(damage: 0..<headerBytes)
        }
        if bytes.count < whole { scan.note(damage: bytes.count..<whole) }
        return scan
    }

    /// Appends the batch; it is on the disk when this returns. After an error the next append overwrites it.
    func append(_ batch: LoggedBatch) throws(StorageError) {
        let frame = WALFrame.bytes(batch.bytes, isNaming: batch.isNaming, in: number)
        try write(frame, at: end)
        try file.sync()
        end += SectorBuffer.padded(frame.count)
    }

    // MARK: Writing

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

    private static func reserved(for end: Int) -> Int { (end + growth - 1) / growth * growth }

    private static func header(_ number: UInt64) -> [UInt8] {
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
