import Glibc

/// An advisory lock on an open file, gone when the last descriptor of it is.
enum ExclusiveLock {
    /// A child that is just being started holds every descriptor for a moment, and with it the lock of whoever let go.
    private static let patience = (tries: 10, microseconds: useconds_t(20_000))

    /// Zero once the lock is held, else the `errno`: `EWOULDBLOCK` while someone else holds it.
    static func take(_ descriptor: Int32) -> Int32 {
        for _ in 0..<patience.tries {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
            guard errno == EWOULDBLOCK || errno == EINTR else { return errno }
            usleep(patience.microseconds)
        }
        return EWOULDBLOCK
    }
}
