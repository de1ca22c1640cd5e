import Glibc

/// The sign that one process owns a database: an exclusive lock on a file beside it, gone when the process is.
final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Throws `.inUse` while someone else holds it.
    init(besides path: String) throws(StorageError) {
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(reason: "\(path).lock cannot be created (\(String(cString: strerror(errno)))).")
        }
        let code = ExclusiveLock.take(descriptor)
        guard code == 0 else {
            // `deinit` runs for this one too and closes the file.
            throw code == EWOULDBLOCK ? .inUse(path: path) : StorageError(errno: code, action: "lock \(path)")
        }
    }

    /// May be called again. The file stays: removing it would let two owners hold two different files.
    func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }
}
