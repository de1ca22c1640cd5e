import Glibc

/// The system calls that fail on a full or dying disk; tests put failing ones in their place.
struct DiskCalls: Sendable {
    var write: @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int = {
        pwrite($0, $1.baseAddress, $1.count, off_t($2))
    }
    /// Reserves bytes from an offset on; zero or an `errno`.
    var reserve: @Sendable (Int32, Int, Int) -> Int32 = { posix_fallocate($0, off_t($1), off_t($2)) }
    var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }
}
