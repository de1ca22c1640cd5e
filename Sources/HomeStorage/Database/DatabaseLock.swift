import Glibc

/// An exclusive lock on a file beside the database, which marks the owner process. The kernel releases it when the
/// process ends.
final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Throws `.inUse` while another process has the lock.
    init(besides path: String) throws(StorageError) {
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(reason: "\(path).lock cannot be created (\(String(cString: strerror(errno)))).")
        }
        let code = ExclusiveLock.acquire(descriptor)
        guard code == 0 else {
            // `deinit` runs in this case too and closes the file.
            throw code == EWOULDBLOCK ? .inUse(path: path) : StorageError(errno: code, action: "lock \(path)")
        }
    }

    /// Releases the lock; may be called again. The lock file is not deleted: otherwise two owners could lock two
    /// different files.
    func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }
}
