import Foundation

/// An open file of the log; its `deinit` closes it.
final class SegmentFile {
    private let name: String
    private let disk: DiskCalls
    private let descriptor: Int32

    init(opening name: String, in folder: AuditFolder, writable: Bool) throws(AuditError) {
        self.name = name
        disk = folder.disk
        descriptor = open(folder.path(of: name), (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC)
        guard descriptor >= 0 else { throw .disk(.open, code: errno) }
    }

    /// Creates the file, or empties it if it exists.
    init(creating name: String, in folder: AuditFolder) throws(AuditError) {
        self.name = name
        disk = folder.disk
        descriptor = open(folder.path(of: name), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .disk(.create, code: errno) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // The explicit unlock is needed: a child process that is being started may have a copy of the descriptor, and
        // the copy would keep the lock after `close`.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Locks the file exclusively until it is closed. Throws `.inUse`.
    func lock(for folder: AuditFolder) throws(AuditError) {
        let code = ExclusiveLock.acquire(descriptor)
        guard code == 0 else { throw code == EWOULDBLOCK ? .inUse(folder: folder.path) : .disk(.open, code: code) }
    }

    /// Reads from the start of the file.
    func read(atMost limit: Int = .max) throws(AuditError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .disk(.read, code: errno) }
        let size = min(Int(status.st_size), limit)
        guard size <= AuditFolder.maximumFileBytes else {
            throw .fileTooLarge(name: name, maximumBytes: AuditFolder.maximumFileBytes)
        }
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
                if got < 0 && errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                count += got
            }
        }
        if let failure { throw .disk(.read, code: failure) }
        return bytes
    }

    /// Writes all of `bytes`; when it throws, a part of them may have been written.
    func write(_ bytes: [UInt8], at offset: Int) throws(AuditError) {
        var done = 0
        var failure: Int32?
        bytes.withUnsafeBytes { bytes in
            while done < bytes.count, failure == nil {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = disk.write(descriptor, rest, offset + done)
                if count > 0 {
                    done += count
                } else if count == 0 {
                    failure = ENOSPC
                } else if errno != EINTR {
                    failure = errno
                }
            }
        }
        if let failure { throw .disk(.write, code: failure) }
    }

    /// Returns when all written bytes are on the disk.
    func sync() throws(AuditError) {
        guard disk.sync(descriptor) == 0 else { throw .disk(.sync, code: errno) }
    }
}
