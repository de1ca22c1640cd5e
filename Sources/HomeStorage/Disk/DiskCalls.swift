import Glibc

/// The system calls that fail on a full or dying disk; tests put failing ones in their place.
struct DiskCalls: Sendable {
    var read: @Sendable (Int32, UnsafeMutableRawBufferPointer, Int) -> Int = {
        pread($0, $1.baseAddress, $1.count, off_t($2))
    }
    var write: @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int = {
        pwrite($0, $1.baseAddress, $1.count, off_t($2))
    }
    /// Reserves bytes from an offset on; zero or an `errno`.
    ///
    /// Where the file system cannot, the C library writes single bytes in its place, which a file that is written past
    /// the page cache refuses with `EINVAL`.
    var reserve: @Sendable (Int32, Int, Int) -> Int32 = { posix_fallocate($0, off_t($1), off_t($2)) }
    var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }
}
