import Glibc
import SystemPackage

/// An open file of a log; its `deinit` closes it. Nothing that is written is certainly on the disk before `sync` returns.
package final class SegmentFile<Failure: FileFailure> {
    /// How a file is opened.
    package enum Mode {
        case reading
        /// The file must exist.
        case writing
        /// Creates the file with mode 0600, or empties it.
        case replacing
        /// The file must exist. Its sectors are written with `O_DIRECT` where the file system supports it.
        case writingSectors
        /// Like `writingSectors`, but creates the file with mode 0600 if it is missing.
        case creatingSectors
    }

    /// `O_DIRECT`, a macro that only `_GNU_SOURCE` defines.
    #if arch(arm64) || arch(arm)
        private static var directIOFlag: Int32 { 0o200000 }
    #else
        private static var directIOFlag: Int32 { 0o40000 }
    #endif

    package let path: String
    private let disk: DiskCalls
    private let descriptor: Int32

    package init(_ path: String, mode: Mode, disk: DiskCalls) throws(Failure) {
        self.path = path
        self.disk = disk
        descriptor = Self.open(path, mode: mode)
        guard descriptor >= 0 else {
            throw Failure(.failed(mode.creates ? .create : .open, path: path, code: errno))
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // The explicit unlock is needed: a child process that is being started may have a copy of the descriptor, and
        // the copy would keep the lock after `close`.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Locks the file exclusively until it is closed. Returns zero, or an `errno`: `EWOULDBLOCK` while another process
    /// has the lock.
    package func lock() -> Int32 { ExclusiveLock.acquire(descriptor) }

    // MARK: Reading

    /// Reads from the start of the file, at most `limit` bytes. Throws `.tooLarge` if these are more than
    /// `maximumBytes`.
    package func read(atMost limit: Int = .max, maximumBytes: Int) throws(Failure) -> [UInt8] {
        let status: Stat
        do { status = try Stat(FileDescriptor(rawValue: descriptor)) } catch {
            throw Failure(.failed(.read, path: path, code: error.rawValue))
        }
        let size = min(Int(status.size), limit)
        guard size <= maximumBytes else {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            throw Failure(.tooLarge(name: name, maximumBytes: maximumBytes))
        }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size)
            (count, code) = read(into: target, at: 0)
        }
        guard code == 0 else { throw Failure(.failed(.read, path: path, code: code)) }
        return bytes
    }

    /// Fills `target` from `offset` on. Returns the number of bytes read, which is smaller at the end of the file and
    /// after an error, and zero or the `errno`.
    package func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> (count: Int, code: Int32) {
        var done = 0
        while done < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[done...])
            let count = disk.read(descriptor, rest, offset + done)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return (done, errno) }
            guard count > 0 else { break }
            done += count
        }
        return (done, 0)
    }

    // MARK: Writing

    /// Writes all of `bytes`; when it throws, a part of them may have been written.
    package func write(_ bytes: [UInt8], at offset: Int) throws(Failure) {
        let code = bytes.withUnsafeBytes { writeAll($0, at: offset) }
        guard code == 0 else { throw Failure(.failed(.write, path: path, code: code)) }
    }

    /// Writes whole sectors, as `O_DIRECT` requires; otherwise the same.
    package func write(sectors: UnsafeRawBufferPointer, at offset: Int) throws(Failure) {
        let code = writeAll(sectors, at: offset)
        guard code == 0 else { throw Failure(.failed(.write, path: path, code: code)) }
    }

    /// Returns when all written bytes are on the disk.
    package func sync() throws(Failure) {
        guard disk.sync(descriptor) == 0 else { throw Failure(.failed(.sync, path: path, code: errno)) }
    }

    /// Reserves space for the bytes; returns zero or an `errno`.
    package func reserve(_ space: Range<Int>) -> Int32 {
        var code: Int32
        repeat { code = disk.reserve(descriptor, space.lowerBound, space.count) } while code == EINTR
        return code
    }

    package func truncate(to size: Int) { _ = ftruncate(descriptor, off_t(size)) }

    private func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = disk.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]), offset + done)
            let code = count < 0 ? errno : ENOSPC
            if count < 0, code == EINTR || code == EINVAL && disableDirectIO() { continue }
            guard count > 0 else { return code }
            done += count
        }
        return 0
    }

    /// Disables `O_DIRECT`, because some file systems refuse such writes, or sectors this small. Returns false when it
    /// was off already.
    private func disableDirectIO() -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, flags & Self.directIOFlag != 0 else { return false }
        return fcntl(descriptor, F_SETFL, flags & ~Self.directIOFlag) == 0
    }

    private static func open(_ path: String, mode: Mode) -> Int32 {
        let flags = mode.flags | O_CLOEXEC
        guard mode.writesSectors else { return Glibc.open(path, flags, 0o600) }
        let direct = Glibc.open(path, flags | directIOFlag, 0o600)
        guard direct < 0, errno == EINVAL else { return direct }
        return Glibc.open(path, flags, 0o600)
    }
}

extension SegmentFile.Mode {
    fileprivate var flags: Int32 {
        switch self {
        case .reading: O_RDONLY
        case .writing, .writingSectors: O_RDWR
        case .replacing: O_RDWR | O_CREAT | O_TRUNC
        case .creatingSectors: O_RDWR | O_CREAT
        }
    }

    fileprivate var creates: Bool { flags & O_CREAT != 0 }

    fileprivate var writesSectors: Bool {
        switch self {
        case .reading, .writing, .replacing: false
        case .writingSectors, .creatingSectors: true
        }
    }
}
