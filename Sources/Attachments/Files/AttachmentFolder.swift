import Foundation
package import HomeModel
import SegmentedLog

/// The folder with the encrypted files of attachments. A file has its final name only when it is complete and on the disk;
/// until then its name ends with `.part`, and the next start removes it.
package struct AttachmentFolder: Sendable {
    static let unfinished = ".part"
    /// Ends the name of a file that had no record, until it is removed.
    static let unlisted = ".unlisted"

    private let folder: SegmentFolder<StorageError>

    package init(path: String) { folder = SegmentFolder(path: path, disk: .system) }

    package static func name(of part: AttachmentPart, id: AttachmentID) -> String { "\(id).\(part.rawValue)" }

    /// Creates the folder if it is missing, and removes the files of uploads that were interrupted.
    package func prepare() throws(StorageError) {
        try folder.make()
        for name in try folder.names() where name.hasSuffix(Self.unfinished) { try folder.remove(name) }
    }

    /// The names of all complete files, without those that are set aside. Folders are none.
    package func names() throws(StorageError) -> [String] {
        try folder.names().filter {
            !$0.hasSuffix(Self.unfinished) && !$0.hasSuffix(Self.unlisted) && !folder.isFolder($0)
        }
    }

    /// Sets a file without a record aside. The database may be an older one than the files: a newer one, restored later,
    /// takes them back.
    package func setAside(_ name: String, at time: Timestamp) throws(StorageError) {
        let path = folder.path(of: name)
        do {
            // `removeAside` goes by this time, so that it must be set first.
            try FileManager.default.setAttributes([.modificationDate: time.date], ofItemAtPath: path)
        } catch {
            throw StorageError(.failed(.write, path: path, code: errno))
        }
        try folder.rename(name, to: name + Self.unlisted)
    }

    /// Takes a file back that was set aside; does nothing if there is none.
    package func takeBack(_ name: String) throws(StorageError) {
        guard !folder.exists(name), folder.exists(name + Self.unlisted) else { return }
        try folder.rename(name + Self.unlisted, to: name)
    }

    /// Removes the files that were set aside before `cutoff`.
    package func removeAside(before cutoff: Timestamp) throws(StorageError) {
        for name in try folder.names() where name.hasSuffix(Self.unlisted) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path(of: name))
            guard let date = attributes?[.modificationDate] as? Date, Timestamp(date) < cutoff else { continue }
            try folder.remove(name)
        }
    }

    /// Removes a file, also when it was set aside.
    package func removeEverywhere(_ name: String) throws(StorageError) {
        try folder.remove(name)
        try folder.remove(name + Self.unlisted)
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

extension SegmentFolder {
    fileprivate func isFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path(of: name), isDirectory: &isFolder) && isFolder.boolValue
    }
}
