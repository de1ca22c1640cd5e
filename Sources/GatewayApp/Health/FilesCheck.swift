package import GatewayCore
import HomeModel
import HostInspection

/// The health of files: the installed program, the folders of the home and the configuration.
package enum FilesCheck {
    static func of(_ integrity: FileIntegrity) -> HealthChecks.Check {
        {
            let results = await integrity.results()
            let (summary, values) = summary(of: results.package)
            return SubsystemHealth(
                "files", summary: summary, values: values, findings: findings(results, files: integrity.files))
        }
    }

    /// The findings of `tomte doctor` when no gateway answers. Blocks the calling thread.
    package static func findingsNow(_ files: InspectedFiles) -> [HealthFinding] {
        let results = FileIntegrity.Result(
            folders: files.folders(), writableConfiguration: files.writableConfiguration(),
            package: files.comparison { false } ?? .pending)
        return findings(results, files: files)
    }

    static func findings(_ results: FileIntegrity.Result, files: InspectedFiles) -> [HealthFinding] {
        var findings: [HealthFinding] = []
        if case .compared(let differences, _) = results.package { findings = PackageFindings.about(differences) }
        for folder in results.folders { findings += FolderFindings(folder, files: files).all }
        if let path = results.writableConfiguration {
            let word = FileNames.quoted(path)
            findings.append(
                HealthFinding(
                    "files.configuration", severity: .warning,
                    message: "Other users can change the configuration \(path).",
                    remedy: "Check what it contains, then:\nsudo chown root: \(word)\nsudo chmod go-w \(word)",
                    values: ["names": .text(word)]))
        }
        return findings
    }

    private static func summary(of package: PackageComparison) -> (String, [String: SentenceValue]) {
        switch package {
        case .pending: ("not yet compared with the package", ["state": .text("pending")])
        case .notInstalled: ("not installed as a package", ["state": .text("checkout")])
        case .compared(_, let count):
            (
                "installed as a package, \(count) files compared",
                ["state": .text("package"), "count": .number(count)]
            )
        }
    }
}

/// The names of files in sentences and commands. They are text from outside.
enum FileNames {
    /// The names in one sentence; the others are only counted.
    private static let shown = 5
    /// The files in one command. The others are in the finding that follows.
    private static let maximumArguments = 20

    static func text(_ paths: [String]) -> String {
        let names = paths.prefix(shown).map { EscapedText($0.isEmpty ? "." : $0, limit: 128).description }
        let left = paths.count - names.count
        return names.joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
    }

    static func values(_ paths: [String]) -> [String: SentenceValue] {
        ["names": .text(text(paths)), "count": .number(paths.count)]
    }

    /// The command with the files of a folder, each quoted for the shell if necessary. A name with characters that a
    /// terminal does not show as they are is left out; without any other name, the command lists the folder.
    static func command(_ command: String, in folder: String, paths: [String]) -> String {
        let files = paths.map { $0.isEmpty ? folder : "\(folder)/\($0)" }
        let words = files.filter(isShownAsIs).prefix(maximumArguments).map(quoted)
        return words.isEmpty ? "sudo ls -lAb \(quoted(folder))" : "sudo \(command) \(words.joined(separator: " "))"
    }

    private static func isShownAsIs(_ path: String) -> Bool {
        path.utf8.count <= 1024 && path.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// The word as a shell reads it.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "/._-+@".utf8.contains(byte)
        }
        return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
    }
}
