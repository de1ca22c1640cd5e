import Glibc

/// The system calls that fail on a full or failing disk; tests replace them with failing ones.
struct DiskCalls: Sendable {
    var read: @Sendable (Int32, UnsafeMutableRawBufferPointer, Int) -> Int = {
        pread($0, $1.baseAddress, $1.count, off_t($2))
    }
    var write: @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int = {
        pwrite($0, $1.baseAddress, $1.count, off_t($2))
    }
    /// Reserves bytes from an offset on; returns zero or an `errno`.
    ///
    /// If the file system cannot reserve space, the C library writes single bytes instead, which a file opened with
    /// `O_DIRECT` refuses with `EINVAL`.
    var reserve: @Sendable (Int32, Int, Int) -> Int32 = { posix_fallocate($0, off_t($1), off_t($2)) }
    var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }
}
