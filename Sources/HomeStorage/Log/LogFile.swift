import Glibc

/// One file of the log, written past the page cache in sectors where the file system can.
///
/// Its first block says which number it has; a file that is used again gets a new one, and what stood in it no longer
/// counts. Files are used again because writing over sectors that exist changes no metadata: one write a commit.
final class LogFile {
    static let headerBytes = 4096
    /// Sectors of every disk are a divisor of it; a frame starts on its boundary, so no write touches an earlier frame.
    static let alignment = 512
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
    static func scan(_ path: String, number: UInt64) throws(StorageError) -> LogScan? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(errno: errno, action: "open \(path)") }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Int(DatabaseFile.size(path)))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { target in
                pread(descriptor, target.baseAddress.map { $0 + done }, target.count - done, off_t(done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw StorageError(errno: count < 0 ? errno : EIO, action: "read \(path)") }
            done += count
        }
        return bytes.withUnsafeBytes { scan($0, number: number) }
    }

    private static func scan(_ bytes: UnsafeRawBufferPointer, number: UInt64) -> LogScan? {
        var scan = LogScan(bytes, from: headerBytes, alignment: alignment, of: number)
        // Ours are as long as was reserved.
        let whole = reserved(for: bytes.count)
        if !header(number).elementsEqual(bytes.prefix(16)) {
            guard !scan.batches.isEmpty || bytes.count < whole else { return nil }
            scan.note(damage: 0..<headerBytes)
        }
        if bytes.count < whole { scan.note(damage: bytes.count..<whole) }
        return scan
    }

    /// On disk when it returns; when it throws, the next append stands in its place.
    func append(_ payload: [UInt8]) throws(StorageError) {
        let frame = LogFrame.bytes(payload, in: number)
        try write(frame, at: end)
        try sync()
        end += SectorBuffer.padded(frame.count)
    }

    // MARK: Writing

    private func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        try grow(to: offset + SectorBuffer.padded(bytes.count))
        let sectors = buffer.filled(with: bytes)
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
        let code = disk.reserve(descriptor, size, grown - size)
        guard code == 0 else {
            // Some of it may have been had.
            ftruncate(descriptor, off_t(size))
            throw StorageError(errno: code, action: "reserve space for \(path)")
        }
        size = grown
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
