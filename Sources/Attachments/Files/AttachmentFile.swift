import Foundation
import Glibc
import HomeModel
import SegmentedLog
import SystemPackage

/// An open file of the folder of attachments. One that never gets its final name disappears with this object.
///
/// Every call blocks the calling thread for as long as the disk takes. Errors name the file without its folder, because
/// people see them.
package final class AttachmentFile: Sendable {
    /// The name in its folder at the time of the opening.
    let name: String
    private let path: String
    private let descriptor: Int32
    private let isTemporary: Bool

    init(creating path: String) throws(StorageError) {
        self.path = path
        name = String(path.split(separator: "/").last ?? "")
        isTemporary = true
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(errno: errno, action: "create \(name)") }
    }

    /// Throws `.sealing(.damaged)` when something else than a file has the name: a link, a folder, a pipe.
    init(opening path: String) throws(AttachmentFileError) {
        self.path = path
        name = String(path.split(separator: "/").last ?? "")
        isTemporary = false
        // A pipe would block the thread.
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ELOOP { throw .sealing(.damaged) }
            throw .storage(StorageError(errno: errno, action: "open \(name)"))
        }
        guard let status = try? Stat(FileDescriptor(rawValue: descriptor)), status.type == .regular else {
            throw .sealing(.damaged)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        // After the file has got its final name, there is none of this name.
        if isTemporary { unlink(path) }
    }

    /// Writes the bytes at the end of what this object has written.
    func append(_ bytes: [UInt8]) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError(errno: count < 0 ? errno : ENOSPC, action: "write \(name)") }
            done += count
        }
    }

    /// Returns at most `count` bytes from `offset` on; fewer only at the end of the file.
    func read(at offset: Int, count: Int) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw StorageError(errno: errno, action: "read \(name)") }
            if read == 0 { break }
            done += read
        }
        return Array(bytes.prefix(done))
    }

    func synchronise() throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw StorageError(errno: errno, action: "sync \(name)") }
    }
}
