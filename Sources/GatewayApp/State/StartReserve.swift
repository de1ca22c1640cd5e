import Foundation
import Glibc

/// Room on the disk that is kept for a start: a file of the state folder that is as large as what a start may need.
///
/// SQLite cannot open a database in write-ahead mode without some room for its index and its log, and a running gateway leaves
/// none on a disk that is full. A start that finds little room gives the file's room up, opens everything, and takes what is
/// left of it again before readings can use it.
struct StartReserve: Sendable {
    static let bytes: Int64 = 2 << 20
    private static let pieceBytes: Int64 = 16 << 10

    private let path: String

    init(folder: String) { path = "\(folder)/start.reserve" }

    /// Bytes that the disk has left for us; nil when it does not say.
    var room: Int64? {
        var status = statvfs()
        let folder = (path as NSString).deletingLastPathComponent
        guard statvfs(folder, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return Int64(clamping: overflow ? .max : bytes)
    }

    /// Gives the room up if the disk has little left.
    func release() {
        guard let room, room < Self.bytes else { return }
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // Some file systems give the room back only with the next commit of their journal.
        if ftruncate(file, 0) == 0 { fsync(file) }
    }

    /// Takes the room, or what the disk gives of it.
    func hold() {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        var size = Int64(lseek(file, 0, SEEK_END))
        guard size >= 0 else { return }
        if size < Self.bytes, posix_fallocate(file, off_t(size), off_t(Self.bytes - size)) == 0 { return }
        while size < Self.bytes {
            guard posix_fallocate(file, off_t(size), off_t(Self.pieceBytes)) == 0 else {
                ftruncate(file, off_t(size))
                return
            }
            size += Self.pieceBytes
        }
    }

    /// Takes the room again once the disk has enough for others too, until cancelled.
    func keepHolding(sleep: () async -> Void) async {
        while !Task.isCancelled {
            await sleep()
            if let room, room > 4 * Self.bytes { hold() }
        }
    }
}
