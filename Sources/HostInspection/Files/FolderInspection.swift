import Foundation
import Glibc
import SystemPackage

/// Compares a folder with the table of what belongs there: names, kinds, owners and permissions. It never follows a link,
/// and changes nothing.
package struct FolderInspection: Sendable {
    /// What is wrong with a file or folder, the worst first.
    package enum Problem: String, Hashable, Sendable, CaseIterable {
        /// A program that runs with the rights of its owner or group.
        case setID
        case executable
        case link
        /// A device file, a named pipe, or a socket at an unexpected place.
        case special
        case otherOwner
        /// Another group than that of the folder has permissions.
        case otherGroup
        case tooOpen
        case unknown
        /// A folder that this user cannot list.
        case unreadable
        /// The folder has so many files that not all of them were looked at.
        case incomplete
    }

    /// A file or folder with a problem; the path is relative to the inspected folder. Names are text from outside.
    package struct Finding: Hashable, Sendable {
        package let path: String
        package let problem: Problem
        /// The access that it should have.
        package let access: FolderContents.Access
        package let isFolder: Bool

        package init(
            path: String, problem: Problem, access: FolderContents.Access = .owner, isFolder: Bool = false
        ) {
            (self.path, self.problem, self.access, self.isFolder) = (path, problem, access, isFolder)
        }
    }

    /// The name of a folder that the repair program of a file system makes at its top.
    private static let recovered = "lost+found"
    package static let usualMaximumEntries = 20_000
    private static let maximumDepth = 8

    private let root: String
    private let contents: FolderContents
    private let owner: uid_t
    private let maximumEntries: Int

    /// - Parameter owner: the user to whom the folder must belong.
    package init(
        _ root: String, contents: FolderContents, owner: UInt32, maximumEntries: Int = Self.usualMaximumEntries
    ) {
        (self.root, self.contents, self.owner) = (root, contents, owner)
        self.maximumEntries = maximumEntries
    }

    /// The user to whom the folder belongs; nil if there is no folder.
    package static func owner(of path: String) -> UInt32? {
        guard let status = try? Stat(path, followTargetSymlink: false), status.type == .directory else { return nil }
        return status.userID.rawValue
    }

    /// Inspects the folder, up to a number of entries. Blocks the calling thread.
    package func findings() -> [Finding] {
        guard let folder = contents.folders[""] else { return [] }
        var walk = Walk(left: maximumEntries)
        inspect(Entry(path: "", folder: folder, access: folder.access, group: nil, depth: 0), into: &walk)
        return walk.findings
    }

    private struct Walk {
        var left: Int
        var findings: [Finding] = []

        mutating func add(_ entry: Entry, problem: Problem, isFolder: Bool = false) {
            findings.append(Finding(path: entry.path, problem: problem, access: entry.access, isFolder: isFolder))
        }
    }

    /// A file or folder, and what is expected of it.
    private struct Entry {
        let path: String
        /// Its row in the table; nil for a file, and for a folder that is not in the table.
        let folder: FolderContents.Folder?
        let access: FolderContents.Access
        /// The group of the folder above it; nil for the inspected folder itself.
        let group: gid_t?
        let depth: Int
        var isSocketExpected = false

        /// The inspected folder itself, for a finding about all of it.
        static let top = Entry(path: "", folder: nil, access: .owner, group: nil, depth: 0)
    }

    private func inspect(_ entry: Entry, into walk: inout Walk) {
        let absolute = entry.path.isEmpty ? root : "\(root)/\(entry.path)"
        // A file that another part of the program removed meanwhile is no finding.
        guard let status = try? Stat(absolute, followTargetSymlink: false) else { return }
        switch status.type {
        case .symbolicLink: walk.add(entry, problem: .link)
        case .directory:
            check(of: status, entry: entry, into: &walk)
            guard entry.depth < Self.maximumDepth else { return walk.add(entry, problem: .unknown, isFolder: true) }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: absolute) else {
                return walk.add(entry, problem: .unreadable, isFolder: true)
            }
            for name in names.sorted() {
                guard walk.left > 0 else { break }
                walk.left -= 1
                if walk.left == 0 { walk.add(Entry.top, problem: .incomplete, isFolder: true) }
                visit(name, in: entry, group: status.groupID.rawValue, into: &walk)
            }
        case .regular: check(of: status, entry: entry, into: &walk)
        case .socket where entry.isSocketExpected: check(of: status, entry: entry, into: &walk)
        default: walk.add(entry, problem: .special)
        }
    }

    /// Inspects a child of `parent`.
    private func visit(_ name: String, in parent: Entry, group: gid_t, into walk: inout Walk) {
        if parent.path.isEmpty, name == Self.recovered, Self.owner(of: "\(root)/\(name)") == 0 { return }
        let path = parent.path.isEmpty ? name : "\(parent.path)/\(name)"
        let known = contents.folders[path]
        let access = known?.access ?? parent.folder?.access(of: name) ?? parent.access
        let entry = Entry(
            path: path, folder: known, access: access, group: group, depth: parent.depth + 1,
            isSocketExpected: parent.folder?.sockets.contains(name) ?? false)
        // Of an unknown folder only its own name is reported, not each file in it.
        if known == nil, let folder = parent.folder, !folder.contains(name) { walk.add(entry, problem: .unknown) }
        inspect(entry, into: &walk)
    }

    private func check(of status: Stat, entry: Entry, into walk: inout Walk) {
        let (mode, isRegular, isFolder) = (
            status.permissions.rawValue, status.type == .regular, status.type == .directory
        )
        // Files in a folder with the set-group-ID bit belong to the group of the folder; that is no right to run anything.
        if mode & 0o4000 != 0 || (isRegular && mode & 0o2000 != 0) {
            walk.add(entry, problem: .setID, isFolder: isFolder)
        } else if isRegular, mode & 0o111 != 0 {
            walk.add(entry, problem: .executable)
        }
        if !entry.access.permits(owner: status.userID.rawValue, expected: owner) {
            walk.add(entry, problem: .otherOwner, isFolder: isFolder)
        }
        if isRegular, entry.access.hasGroup, mode & 0o070 != 0, let group = entry.group,
            status.groupID.rawValue != group
        {
            walk.add(entry, problem: .otherGroup)
        }
        // Executable bits are reported above; the sockets of a folder that only its owner can enter are open to no one else.
        let open = mode & entry.access.forbidden & (isRegular ? 0o666 : 0o777)
        if open != 0, isRegular || isFolder { walk.add(entry, problem: .tooOpen, isFolder: isFolder) }
    }
}

extension FolderContents.Access {
    /// The permissions that a file must not have.
    fileprivate var forbidden: mode_t {
        switch self {
        case .owner: 0o077
        case .ownerAndReaders: 0o027
        case .shared: 0o007
        case .administrator: 0o022
        }
    }

    /// Whether a group has access besides the owner.
    fileprivate var hasGroup: Bool { self == .ownerAndReaders || self == .shared }

    fileprivate func permits(owner: uid_t, expected: uid_t) -> Bool {
        switch self {
        case .owner, .ownerAndReaders: owner == expected
        case .administrator: owner == expected || owner == 0
        case .shared: true
        }
    }
}
