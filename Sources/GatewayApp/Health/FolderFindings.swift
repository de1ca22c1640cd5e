import GatewayCore
import HomeModel
import HostInspection

/// The findings in one folder of the home: one for each problem and, for permissions, for each access that files should
/// have, because the commands differ.
struct FolderFindings {
    private let folder: InspectedFolder
    private let files: InspectedFiles

    init(_ folder: InspectedFolder, files: InspectedFiles) { (self.folder, self.files) = (folder, files) }

    var all: [HealthFinding] {
        FolderInspection.Problem.allCases.flatMap { problem in
            Dictionary(grouping: folder.findings.filter { $0.problem == problem }, by: Self.remedy)
                .values.map { finding(about: problem, in: $0) }.sorted { $0.message < $1.message }
        }
    }

    /// Findings with the same text have the same remedy.
    private static func remedy(for finding: FolderInspection.Finding) -> String {
        switch finding.problem {
        case .tooOpen: mode(finding.access)
        case .otherGroup: parent(of: finding.path)
        default: ""
        }
    }

    private func finding(
        about problem: FolderInspection.Problem, in found: [FolderInspection.Finding]
    ) -> HealthFinding {
        switch problem {
        case .setID, .link, .special, .unknown, .incomplete: foreignFiles(problem, in: found)
        case .executable, .otherOwner, .otherGroup, .tooOpen, .unreadable: wrongPermissions(problem, in: found)
        }
    }

    /// Files that do not belong there.
    private func foreignFiles(_ problem: FolderInspection.Problem, in found: [FolderInspection.Finding])
        -> HealthFinding
    {
        let paths = found.map(\.path)
        let (place, names) = ("The folder \(folder.path)", FileNames.text(paths))
        let values = values(paths)
        let delete = "The gateway creates no such file. Find out who did, and delete it."
        switch problem {
        case .setID:
            return HealthFinding(
                "files.setID", severity: .failing,
                message: "\(place) contains a file that runs with the rights of its owner: \(names).", remedy: delete,
                values: values)
        case .link:
            return HealthFinding(
                "files.link", severity: .warning, message: "\(place) contains a link: \(names).",
                remedy: "The gateway creates no links. Find out who did, and delete it.", values: values)
        case .special:
            return HealthFinding(
                "files.special", severity: .warning,
                message: "\(place) contains a device file, a named pipe or an unknown socket: \(names).",
                remedy: delete, values: values)
        case .incomplete:
            return HealthFinding(
                "files.incomplete", severity: .notice,
                message: "\(place) contains so many files that not all of them were checked.",
                remedy: "Move files that the gateway does not use elsewhere.", values: values)
        default:
            return HealthFinding(
                "files.unknown", severity: .notice, message: "\(place) contains unknown files: \(names).",
                remedy: "The gateway does not use them. Move them elsewhere.", values: values)
        }
    }

    /// Files with owners or permissions that they should not have; the remedy is a command.
    private func wrongPermissions(
        _ problem: FolderInspection.Problem, in found: [FolderInspection.Finding]
    ) -> HealthFinding {
        let paths = found.map(\.path)
        let names = FileNames.text(paths)
        let command = command(against: problem, in: found)
        let values = values(paths).merging(["command": .text(command)]) { $1 }
        switch problem {
        case .executable:
            return HealthFinding(
                "files.executable", severity: .warning,
                message: "The folder \(folder.path) contains a program: \(names).",
                remedy: "The gateway creates no such file. Delete it, or for a file of the home:\n\(command)",
                values: values)
        case .otherOwner:
            return HealthFinding(
                "files.otherOwner", severity: .warning,
                message: "Files in \(folder.path) belong to another user than \(files.ownerName): \(names).",
                remedy: "A command that ran as root may have created them. Correct the owner:\n\(command)",
                values: values)
        case .otherGroup:
            return HealthFinding(
                "files.otherGroup", severity: .warning,
                message: "Files in \(folder.path) belong to another group than their folder: \(names).",
                remedy: "Check who is in that group, and correct the group:\n\(command)", values: values)
        case .unreadable:
            return HealthFinding(
                "files.unreadable", severity: .warning,
                message: "Folders in \(folder.path) cannot be listed: \(names).",
                remedy: "Correct the owner:\n\(command)", values: values)
        default:
            return HealthFinding(
                "files.tooOpen", severity: paths.contains(where: Self.isSecret) ? .failing : .warning,
                message: "Files in \(folder.path) are open to other users: \(names).",
                remedy: "Correct the permissions. If others could read keys, set the home up again.\n\(command)",
                values: values)
        }
    }

    private func values(_ paths: [String]) -> [String: SentenceValue] {
        FileNames.values(paths).merging(["folder": .text(folder.path)]) { $1 }
    }

    private func command(
        against problem: FolderInspection.Problem, in found: [FolderInspection.Finding]
    ) -> String {
        func onFiles(_ words: String) -> String {
            FileNames.command(words, in: folder.path, paths: found.map(\.path))
        }
        switch (problem, found.first) {
        case (.executable, _): return onFiles("chmod a-x")
        case (.otherGroup, let first?):
            let reference = FileNames.quoted(folder.path + Self.parent(of: first.path))
            return onFiles("chgrp --reference=\(reference)")
        case (.tooOpen, let first?): return onFiles("chmod \(Self.mode(first.access))")
        default: return ownerCommand(onFiles, found: found)
        }
    }

    /// The command that gives the files back to their owner. In the folder of the service's broker the folders have
    /// several owners, which systemd-tmpfiles knows.
    private func ownerCommand(_ onFiles: (String) -> String, found: [FolderInspection.Finding]) -> String {
        if folder.isOfServiceBroker {
            return found.contains(where: \.isFolder)
                ? "sudo systemd-tmpfiles --create tomte.conf" : onFiles("chown \(files.ownerName)")
        }
        return files.isService
            ? "sudo chown -R \(files.ownerName): \(FileNames.quoted(folder.path))" : onFiles("chown \(files.ownerName)")
    }

    /// The folder of a file, below the inspected one.
    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { "/\(path[..<$0])" } ?? ""
    }

    /// What `chmod` removes, so that the permissions that the access needs stay.
    private static func mode(_ access: FolderContents.Access) -> String {
        switch access {
        case .owner: "go="
        case .ownerAndReaders: "g-w,o="
        case .shared: "o="
        case .administrator: "go-w"
        }
    }

    private static func isSecret(_ path: String) -> Bool {
        path.hasPrefix("secrets") || path.hasSuffix(".key") || path.hasSuffix("passwords")
    }
}
