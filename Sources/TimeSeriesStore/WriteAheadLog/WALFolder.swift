import HomeModel
import SQLiteDatabase
import SegmentedLog
import Foundation

/// The paths of the log's files, beside the database: `home.sqlite-log-7`, and a spare file that is kept for reuse.
struct WALFolder: Sendable {
    let database: String
    let disk: DiskCalls

    var spare: String { "\(database)-log-spare" }

    func path(of number: UInt64) -> String { "\(database)-log-\(number)" }

    func damagedPath(of number: UInt64) -> String { "\(path(of: number)).damaged" }

    /// Returns the numbers of the existing files, in order.
    func numbers() throws(StorageError) -> [UInt64] {
        let prefix = (database as NSString).lastPathComponent + "-log-"
        return try folder.names().filter { $0.hasPrefix(prefix) }.compactMap { UInt64($0.dropFirst(prefix.count)) }
            .sorted()
    }

    /// Total size of all files in bytes, including the spare one.
    var size: Int64 {
        ((try? numbers()) ?? []).reduce(FileSize.bytes(at: spare)) { $0 + FileSize.bytes(at: path(of: $1)) }
    }

    func move(_ path: String, to other: String) throws(StorageError) {
        guard rename(path, other) == 0 else { throw StorageError(errno: errno, action: "rename \(path)") }
    }

    /// Syncs the folder, so that renames in it are durable.
    func sync() throws(StorageError) { try folder.sync() }

    private var folder: SegmentFolder<StorageError> {
        let path = (database as NSString).deletingLastPathComponent
        return SegmentFolder(path: path.isEmpty ? "." : path, disk: disk)
    }
}
