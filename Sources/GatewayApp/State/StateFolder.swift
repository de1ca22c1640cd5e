import Foundation
import Glibc
import HomeCertificates

/// The folder of all data of a home. Only the gateway's own user can open it.
package struct StateFolder: Sendable {
    /// The longest path that fits into `sockaddr_un`, in bytes, without the closing NUL.
    private static let maximumSocketPath = 107

    /// The journal of restrictions, in the folder itself.
    static let restrictions = "restrictions.journal"

    /// The journal of erasures, in the folder itself.
    static let erasures = "erasures.journal"

    package let path: String

    package var database: String { "\(path)/home.sqlite" }
    package var audit: String { "\(path)/audit" }
    package var secrets: String { "\(path)/secrets" }
    package var certificates: String { "\(path)/certificates" }
    package var broker: String { "\(path)/broker" }
    package var externalBroker: String { "\(path)/external-broker" }
    /// The databases of paired HomeKit accessories.
    package var homeKit: String { "\(path)/homekit" }

    /// What the nodes of the Matter fabric reported of themselves.
    package var matter: String { "\(path)/matter" }
    /// The certificates of makers that people added.
    package var makers: String { "\(path)/makers" }
    /// The encrypted files of photographs and manuals.
    var attachments: String { "\(path)/attachments" }
    package var socket: String { "\(path)/run/tomte.sock" }

    /// Creates the folder and its folder `run`, each with mode 0700. Throws if the path is too long for the socket, or
    /// if a folder cannot be created.
    package init(path: String) throws(StartError) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        guard socket.utf8.count <= Self.maximumSocketPath else {
            throw .statePathTooLong(path: self.path, by: socket.utf8.count - Self.maximumSocketPath)
        }
        do throws(PrivateFileError) {
            _ = try PrivateFolder(path: self.path)
            _ = try PrivateFolder(path: "\(self.path)/run")
        } catch {
            throw .stateFolder(error.description)
        }
    }
}

/// Disk space that is reserved for a start: a file in the state folder that is as large as the space that a start may
/// need.
///
/// SQLite cannot open a database in write-ahead mode without some space for its index and its log, and a running
/// gateway leaves none on a disk that is full. A start that finds little space releases the space of the file, opens
/// everything, and reserves the rest again before readings can use it.
struct StartReserve: Sendable {
    static let bytes: Int64 = 2 << 20
    private static let pieceBytes: Int64 = 16 << 10

    private let path: String

    init(folder: String) { path = "\(folder)/start.reserve" }

    /// The bytes that are free on the disk; nil if they are unknown.
    var room: Int64? {
        var status = statvfs()
        let folder = (path as NSString).deletingLastPathComponent
        guard statvfs(folder, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return Int64(clamping: overflow ? .max : bytes)
    }

    /// Releases the reserved space if the disk has little left.
    func release() {
        guard let room, room < Self.bytes else { return }
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // Some file systems release the space only with the next commit of their journal.
        if ftruncate(file, 0) == 0 { fsync(file) }
    }

    /// Reserves the space, or as much of it as the disk has.
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

    /// Reserves the space again once the disk also has enough for other uses, until cancelled.
    func keepHolding(sleep: () async -> Void) async {
        while !Task.isCancelled {
            await sleep()
            if let room, room > 4 * Self.bytes { hold() }
        }
    }
}
