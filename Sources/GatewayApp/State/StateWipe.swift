import Foundation
import Glibc
package import HomeModel
import SegmentedLog

/// Overwrites and deletes everything in the state folder. A file there records the request, and is the last one to be
/// deleted: a start after an interruption goes on with the deletion before it opens anything.
///
/// Only the lock of the database stays, so that two processes never lock two different files. A file system or flash
/// memory may keep earlier versions of the bytes elsewhere, which no program can overwrite for certain.
package struct StateWipe: Sendable {
    static let request = "wipe.requested"
    private static let kept: Set<String> = ["home.sqlite.lock"]

    private let folder: SegmentFolder<StorageError>
    private let leftovers: WipeLeftovers
    private let reserve: StartReserve

    package init(folder path: String) {
        folder = SegmentFolder(path: path, disk: .system)
        leftovers = WipeLeftovers(folder: path)
        reserve = StartReserve(folder: path)
    }

    package var isRequested: Bool { folder.exists(Self.request) }

    /// Records the request; it is on the disk when this returns. On a full disk it takes space that is reserved for a
    /// start, because the wipe deletes that file too.
    package func requestDeletion() throws(StorageError) {
        do throws(StorageError) {
            try folder.replace(Self.request, with: [1])
        } catch {
            reserve.release()
            try folder.replace(Self.request, with: [1])
        }
    }

    /// Deletes everything, and returns the paths that could not be deleted, which the new home reports until people delete
    /// them. Throws, and keeps the request, when the folder cannot be listed. Call it while no gateway uses the folder.
    package func carryOut() throws(StorageError) -> [String] {
        var left: [String] = []
        _ = try folder.names()
        delete(in: folder, keeping: Self.kept.union([Self.request]), left: &left)
        if !left.isEmpty { try leftovers.record(left) }
        // The administrator may have written it, so it can perhaps not be overwritten; it says nothing about the home.
        try folder.remove(Self.request)
        try folder.sync()
        return left
    }

    private func delete(in folder: SegmentFolder<StorageError>, keeping kept: Set<String> = [], left: inout [String]) {
        for name in (try? folder.names()) ?? [] where !kept.contains(name) {
            let path = folder.path(of: name)
            switch FileKind(of: path) {
            case .folder:
                let (inner, count) = (SegmentFolder<StorageError>(path: path, disk: .system), left.count)
                delete(in: inner, left: &left)
                guard rmdir(path) != 0, errno != ENOENT, left.count == count else { continue }
                // One that cannot be listed. An empty folder, such as a mount point, contains nothing of the home.
                if (try? inner.names())?.isEmpty != true { left.append(path) }
            case .file:
                // A file of the broker's user can perhaps not be written, but removed.
                let isRemoved = (try? folder.overwriteAndRemove(name)) != nil || (try? folder.remove(name)) != nil
                if !isRemoved { left.append(path) }
            case .other:
                // The target of a link belongs to others, and a socket has no content.
                if (try? folder.remove(name)) == nil { left.append(path) }
            }
        }
        try? folder.sync()
    }
}

/// What a name in a folder stands for; links are not followed.
private enum FileKind {
    case file, folder, other

    init(of path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        switch attributes?[.type] as? FileAttributeType {
        case .typeRegular: self = .file
        case .typeDirectory: self = .folder
        default: self = .other
        }
    }
}
