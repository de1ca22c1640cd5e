import Glibc

/// One file of the log, written past the page cache in sectors where the file system can.
///
/// Its first block says which number it has; a file that is used again gets a new one, and what stood in it no longer
/// counts. Files are used again because writing over sectors that exist changes no metadata: one write a commit.
final class LogFile {
    static let headerBytes = 4096
    /// A frame starts on such a boundary: it is the smallest sector of any disk, and none is written in smaller pieces.
    ///
    /// Where sectors are larger (4096 bytes on many), an append makes the disk write the sector again that holds the end
    /// of the frame before. Like SQLite ("powersafe overwrite") this takes it that a power cut meanwhile leaves those
    /// bytes of a sector as they were that were not to be changed. Frames on boundaries of 4096 would need no such trust
    /// and write eight times as much each second.
    static let alignment = 512
    /// What the disk does not give is looked for in pieces of this size.
    private static let pieceBytes = 4096
    private static let magic = UInt32(littleEndian: 0x3147_4C54)
    private static let growth = 256 << 10
    /// `O_DIRECT`, which is a macro behind `_GNU_SOURCE`.
    #if arch(arm64) || arch(arm)
        private static let pastCache: Int32 = 0o200000
    #else
        private static let pastCache: Int32 = 0o40000
    #endif

    let path: String
    let number: UInt64
    private(set) var end: Int
    private let descriptor: Int32
    private let disk: DiskCalls
    private var size: Int
    private let buffer: SectorBuffer

    /// Makes the file `path` one of `number`, whatever it held before, and has that on disk when it returns.
    init(starting path: String, number: UInt64, disk: DiskCalls) throws(StorageError) {
        self.path = path
        self.number = number
        self.disk = disk
        end = Self.headerBytes
        buffer = SectorBuffer()
        descriptor = Self.open(path, O_CREAT)
        size = 0
        guard descriptor >= 0 else { throw StorageError(errno: errno, action: "create \(path)") }
        size = Int(DatabaseFile.size(path))
        try write(Self.header(number), at: 0)
        try sync()
    }

    /// Goes on behind `end` of a file that `scan` has read.
    init(resuming path: String, number: UInt64, at end: Int, disk: DiskCalls) throws(StorageError) {
        self.path = path
        self.number = number
        self.end = end
        self.disk = disk
        buffer = SectorBuffer()
        descriptor = Self.open(path, 0)
        size = Int(DatabaseFile.size(path))
        guard descriptor >= 0 else { throw StorageError(errno: errno, action: "open \(path)") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// What the file holds as `number`; nil when it belongs to another use.
    ///
    /// What the disk does not give counts as damage where frames stood or may have stood, and as nothing behind them.
    static func scan(_ path: String, number: UInt64, disk: DiskCalls) throws(StorageError) -> LogScan? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(errno: errno, action: "open \(path)") }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Int(DatabaseFile.size(path)))
        var unreadable: [Range<Int>] = []
        bytes.withUnsafeMutableBytes { target in
            guard !read(descriptor, target, 0, disk) else { return }
            for start in stride(from: 0, to: target.count, by: pieceBytes) {
                let piece = start..<min(start + pieceBytes, target.count)
                guard !read(descriptor, UnsafeMutableRawBufferPointer(rebasing: target[piece]), start, disk) else {
                    continue
                }
                UnsafeMutableRawBufferPointer(rebasing: target[piece]).initializeMemory(as: UInt8.self, repeating: 0)
                unreadable.append(piece)
            }
        }
        return bytes.withUnsafeBytes { scan($0, number: number, unreadable) }
    }

    /// False when some of it cannot be read.
    private static func read(
        _ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer, _ offset: Int, _ disk: DiskCalls
    ) -> Bool {
        var done = 0
        while done < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[done...])
            let count = disk.read(descriptor, rest, offset + done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    private static func scan(
        _ bytes: UnsafeRawBufferPointer, number: UInt64, _ unreadable: [Range<Int>]
    ) -> LogScan? {
        var scan = LogScan(bytes, from: headerBytes, alignment: alignment, of: number, unreadable: unreadable)
        // Ours are as long as was reserved.
        let whole = reserved(for: bytes.count)
        if !header(number).elementsEqual(bytes.prefix(16)) {
            let isHeaderUnreadable = unreadable.contains { $0.lowerBound == 0 }
            guard !scan.batches.isEmpty || bytes.count < whole || isHeaderUnreadable else { return nil }
            scan.note(damage: 0..<headerBytes)
        }
        if bytes.count < whole { scan.note(damage: bytes.count..<whole) }
        return scan
    }

    /// On disk when it returns; when it throws, the next append stands in its place.
    func append(_ batch: LoggedBatch) throws(StorageError) {
        let frame = LogFrame.bytes(batch.bytes, isNaming: batch.isNaming, in: number)
        try write(frame, at: end)
        try sync()
        end += SectorBuffer.padded(frame.count)
    }

    // MARK: Writing

    private func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        try grow(to: offset + SectorBuffer.padded(bytes.count))
        try write(sectors: buffer.filled(with: bytes), at: offset)
    }

    private func write(sectors: UnsafeRawBufferPointer, at offset: Int) throws(StorageError) {
        var done = 0
        while done < sectors.count {
            let count = disk.write(descriptor, UnsafeRawBufferPointer(rebasing: sectors[done...]), offset + done)
            if count < 0, errno == EINVAL, passesCache() { continue }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError(errno: count < 0 ? errno : ENOSPC, action: "write \(path)") }
            done += count
        }
    }

    private func sync() throws(StorageError) {
        guard disk.sync(descriptor) == 0 else { throw StorageError(errno: errno, action: "sync \(path)") }
    }

    /// Space is reserved ahead of the frames, so that a full disk is met here and not in the middle of one.
    private func grow(to end: Int) throws(StorageError) {
        guard end > size else { return }
        let grown = Self.reserved(for: end)
        do throws(StorageError) {
            try reserve(size..<grown)
        } catch {
            // Some of it may have been had.
            ftruncate(descriptor, off_t(size))
            throw error
        }
        size = grown
    }

    private func reserve(_ space: Range<Int>) throws(StorageError) {
        var code: Int32
        repeat { code = disk.reserve(descriptor, space.lowerBound, space.count) } while code == EINTR
        switch code {
        case 0: return
        case EOPNOTSUPP, EINVAL, ENOSYS:
            // The file system knows of no reserved space; zeros that are written take the same.
            try write(sectors: buffer.filled(with: [UInt8](repeating: 0, count: space.count)), at: space.lowerBound)
        default: throw StorageError(errno: code, action: "reserve space for \(path)")
        }
    }

    private static func reserved(for end: Int) -> Int { (end + growth - 1) / growth * growth }

    /// Some file systems refuse to write past the page cache, or in sectors this small: from now on through it. False
    /// when that was so already.
    private func passesCache() -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, flags & Self.pastCache != 0 else { return false }
        return fcntl(descriptor, F_SETFL, flags & ~Self.pastCache) == 0
    }

    private static func open(_ path: String, _ flags: Int32) -> Int32 {
        let direct = Glibc.open(path, O_RDWR | O_CLOEXEC | Self.pastCache | flags, 0o600)
        guard direct < 0, errno == EINVAL else { return direct }
        return Glibc.open(path, O_RDWR | O_CLOEXEC | flags, 0o600)
    }

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

/// Memory on a sector boundary, as writing past the page cache wants it.
final class SectorBuffer {
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { memory.deallocate() }

    static func padded(_ count: Int) -> Int { (count + LogFile.alignment - 1) / LogFile.alignment * LogFile.alignment }

    /// The bytes and zeros up to the end of their last sector; valid until the next call.
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
