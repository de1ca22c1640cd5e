import ArgumentParser
import Foundation
import GatewayApp
import HomeModel
import YAMLFields
import TomteClient

/// The subcommand `tomte devices lint`.
struct DevicesLint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check device profiles.",
        discussion: HelpDiscussion.discussion(
            """
            PATH is a profile or a folder of profiles. Without it, the home's own profiles (STATE/devices) and
            those of the program are checked. The exit code is 4 when a profile has an error.
            """, commands: "tomte devices lint", "tomte devices lint meter.yaml"))

    @OptionGroup var state: StateOptions

    @Argument(help: ArgumentHelp("A profile, or a folder of profiles.", valueName: "path"))
    var paths: [String] = []

    func run() async throws(CLIError) {
        var entries = paths.isEmpty ? known : []
        for path in paths { entries += try Self.entries(path) }
        let console = Console.output
        for entry in entries {
            switch entry.profile {
            case .success(let profile): console.line("\("✓", .good) \(entry.path): \(profile.family)")
            case .failure(let mistakes):
                for mistake in mistakes.all {
                    console.line("\("✗", .bad) \(entry.path):\(mistake.line): \(mistake.message)")
                }
            }
        }
        if entries.isEmpty { console.line("There are no profiles.") }
        guard entries.allSatisfy(\.isRight) else { throw CLIError.ended(.invalid) }
    }

    private var known: [ProfileFolder.Entry] {
        let folders = [ProfileFolder.own(of: state.folder.path), ProfileFolder.shipped].compactMap(\.self)
        return folders.flatMap { $0.entries() }
    }

    private static func entries(_ path: String) throws(CLIError) -> [ProfileFolder.Entry] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .invalid("There is no file or folder “\(path.prefix(200))”.")
        }
        return isFolder.boolValue ? ProfileFolder(path: path).entries() : [ProfileFolder.entry(path)]
    }
}

extension ProfileFolder.Entry {
    fileprivate var isRight: Bool { if case .success = profile { true } else { false } }
}
