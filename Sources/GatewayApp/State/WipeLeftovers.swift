import Foundation
import HomeModel
import SegmentedLog

/// What a wipe could not delete, such as keys that belong to the administrator. A file in the state folder lists it, so
/// that it is reported until people have deleted it.
struct WipeLeftovers: Sendable {
    static let name = "wipe.left"

    private struct Entry: Codable, Equatable {
        let path: String
        /// The number of the file in its file system: the new home may have another file of the same name.
        let number: String
        /// When the content of a file was changed, in seconds since 1970; nil for a folder. The new home may change it.
        let changedAt: Int?

        /// Nil when there is no such file. A link is not followed.
        init?(_ path: String) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                let number = attributes[.systemFileNumber]
            else { return nil }
            self.path = path
            self.number = "\(number)"
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            let seconds = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970.rounded(.down)
            changedAt = isFolder ? nil : seconds.map { Int($0) }
        }
    }

    private let folder: SegmentFolder<StorageError>

    init(folder path: String) { folder = SegmentFolder(path: path, disk: .system) }

    /// Stores the paths; they are on the disk when this returns.
    func record(_ paths: [String]) throws(StorageError) {
        guard let bytes = try? JSONEncoder().encode(paths.compactMap { Entry($0) }) else {
            throw .cannotOpen(reason: "the list of files that a wipe could not delete has no JSON form")
        }
        try folder.replace(Self.name, with: Array(bytes))
    }

    /// The paths that still exist. Removes the list when there are none.
    func paths() -> [String] {
        guard let bytes = try? folder.read(Self.name),
            let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes))
        else { return [] }
        let left = entries.filter { Entry($0.path) == $0 }.map(\.path)
        if left.isEmpty { try? folder.remove(Self.name) }
        return left
    }
}
