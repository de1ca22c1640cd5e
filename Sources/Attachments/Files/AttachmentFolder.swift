import Foundation
package import HomeModel
import SegmentedLog

/// The folder with the encrypted files of attachments. A file has its final name only when it is complete and on the disk;
/// until then its name ends with `.part`, and the next start removes it.
package struct AttachmentFolder: Sendable {
    static let unfinished = ".part"

    private let folder: SegmentFolder<StorageError>

    package init(path: String) { folder = SegmentFolder(path: path, disk: .system) }

    package static func name(of part: AttachmentPart, id: AttachmentID) -> String { "\(id).\(part.rawValue)" }

    /// Creates the folder if it is missing, and removes the files of uploads that were interrupted.
    package func prepare() throws(StorageError) {
        try folder.make()
        for name in try folder.names() where name.hasSuffix(Self.unfinished) { try folder.remove(name) }
    }

    /// The names of all complete files.
    package func names() throws(StorageError) -> [String] {
        try folder.names().filter { !$0.hasSuffix(Self.unfinished) }
    }

    /// The size of a file in bytes; nil if there is none.
    package func bytes(of name: String) -> Int? {
        folder.exists(name) ? Int(FileSize.bytes(at: folder.path(of: name))) : nil
    }

    /// The bytes of the disk that this user may use; nil when the file system does not report them.
    package var freeBytes: Int64? { FileSize.freeBytes(at: folder.path) }

    /// Removes a file; does nothing if there is none.
    package func remove(_ name: String) throws(StorageError) { try folder.remove(name) }

    /// Makes names and removals durable.
    package func synchronise() throws(StorageError) { try folder.sync() }

    /// Creates a file without a final name.
    package func newFile() throws(StorageError) -> AttachmentFile {
        let name = ".\(UInt64.random(in: 0...UInt64.max).hexadecimal)\(Self.unfinished)"
        return try AttachmentFile(creating: folder.path(of: name))
    }

    /// Opens a complete file. Throws `ENOENT` as `.storage(.unknown)` if there is none, and `.sealing` when the name is that
    /// of a link or a folder.
    package func file(_ name: String) throws(AttachmentFileError) -> AttachmentFile {
        try AttachmentFile(opening: folder.path(of: name))
    }

    /// Gives a complete file its final name, on the disk. There is no file of this name: ids are used once.
    package func keep(_ file: AttachmentFile, as name: String) throws(StorageError) {
        try file.synchronise()
        try folder.rename(file.name, to: name)
    }
}
