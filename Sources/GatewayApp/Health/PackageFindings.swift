import GatewayCore
import HostInspection

/// The findings about the installed program.
enum PackageFindings {
    private static let reinstall = "sudo apt install --reinstall tomte"

    static func about(_ package: InstalledPackage.Differences) -> [HealthFinding] {
        var findings: [HealthFinding] = []
        if !package.changed.isEmpty {
            findings.append(
                HealthFinding(
                    "files.programChanged", severity: .failing,
                    message: "Files of the installed program were changed: \(FileNames.text(package.changed)).",
                    remedy: "Check the disk, then:\n\(reinstall)", values: FileNames.values(package.changed)))
        }
        if !package.missing.isEmpty {
            findings.append(
                HealthFinding(
                    "files.programMissing", severity: .failing,
                    message: "Files of the installed program are missing: \(FileNames.text(package.missing)).",
                    remedy: reinstall, values: FileNames.values(package.missing)))
        }
        if !package.writable.isEmpty {
            findings.append(
                HealthFinding(
                    "files.programWritable", severity: .warning,
                    message: "Users other than root can change files of the installed program: "
                        + "\(FileNames.text(package.writable)).",
                    remedy: "Find out who changed the permissions, then:\n\(reinstall)",
                    values: FileNames.values(package.writable)))
        }
        if !package.unreadable.isEmpty {
            findings.append(
                HealthFinding(
                    "files.programUnreadable", severity: .warning,
                    message: "Files of the installed program cannot be read: \(FileNames.text(package.unreadable)).",
                    remedy: "Check the disk, then:\n\(reinstall)", values: FileNames.values(package.unreadable)))
        }
        return findings
    }
}
