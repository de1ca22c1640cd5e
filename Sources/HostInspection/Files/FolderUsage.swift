import Foundation
import SystemPackage

/// The number and the size of the files of one folder that match names or patterns.
package struct FolderUsage: Hashable, Sendable {
    package private(set) var count = 0
    /// The sizes of the files; a file can occupy more or less space on the disk.
    package private(set) var bytes = 0
    /// Whether the folder has more entries than were looked at.
    package private(set) var isPartial = false

    /// Reads the sizes of the files in the folder itself, not in its subfolders, and never follows a link. A folder that
    /// is absent or cannot be listed has no files. Looks at `maximumEntries` files at most. Blocks the calling thread.
    package init(
        of folder: String, matching names: [String], maximumEntries: Int = FolderInspection.usualMaximumEntries
    ) {
        let pattern = FolderContents.Folder("", files: names, sockets: names)
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        isPartial = entries.count > maximumEntries
        for entry in entries.prefix(maximumEntries) where pattern.contains(entry) {
            // A file that another part of the program removed meanwhile has no size.
            guard let status = try? Stat("\(folder)/\(entry)", followTargetSymlink: false), status.type != .directory
            else { continue }
            count += 1
            guard status.type == .regular else { continue }
            bytes += Int(clamping: status.size)
        }
    }
}

extension FolderContents {
    /// The names and patterns of the files and sockets of each folder, by its path.
    package var names: [String: [String]] { folders.mapValues { $0.files + $0.sockets } }
}
