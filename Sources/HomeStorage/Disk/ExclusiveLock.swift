import Glibc

/// An advisory lock on an open file. The kernel releases it when the last descriptor of the open file is closed.
enum ExclusiveLock {
    /// A child process that is being started has a copy of every descriptor for a moment, and with it a lock that was
    /// just released here; so locking is tried again.
    private static let retry = (tries: 10, microseconds: useconds_t(20_000))

    /// Returns zero once the lock is acquired, otherwise the `errno`: `EWOULDBLOCK` while another process has the lock.
    static func acquire(_ descriptor: Int32) -> Int32 {
        for _ in 0..<retry.tries {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
            guard errno == EWOULDBLOCK || errno == EINTR else { return errno }
            usleep(retry.microseconds)
        }
        return EWOULDBLOCK
    }
}
