import Glibc

/// The system calls that fail on a full or failing disk; tests replace them with failing ones.
///
/// Offsets and sizes are in bytes.
package struct DiskCalls: Sendable {
    package var read: @Sendable (Int32, UnsafeMutableRawBufferPointer, Int) -> Int = {
        pread($0, $1.baseAddress, $1.count, off_t($2))
    }
    package var write: @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int = {
        pwrite($0, $1.baseAddress, $1.count, off_t($2))
    }
    /// Reserves bytes from an offset on; returns zero or an `errno`.
    ///
    /// If the file system cannot reserve space, the C library writes single bytes instead, which a file opened with
    /// `O_DIRECT` refuses with `EINVAL`.
    package var reserve: @Sendable (Int32, Int, Int) -> Int32 = { posix_fallocate($0, off_t($1), off_t($2)) }
    package var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }

    /// The calls of the operating system.
    package static let system = DiskCalls()
}

/// An advisory lock on an open file. The kernel releases it when the last descriptor of the open file is closed.
package enum ExclusiveLock {
    /// A child process that is being started has a copy of every descriptor for a moment, and with it a lock that was
    /// just released here; so locking is tried again.
    private static let retry = (tries: 10, microseconds: useconds_t(20_000))

    /// Returns zero once the lock is acquired, otherwise the `errno`: `EWOULDBLOCK` while another process has the lock.
    package static func acquire(_ descriptor: Int32) -> Int32 {
        for _ in 0..<retry.tries {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
            guard errno == EWOULDBLOCK || errno == EINTR else { return errno }
            usleep(retry.microseconds)
        }
        return EWOULDBLOCK
    }
}
