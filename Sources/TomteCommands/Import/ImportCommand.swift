import ArgumentParser

/// The subcommand `tomte import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import past readings from another system.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte import home-assistant home-assistant_v2.db --dry-run"),
        subcommands: [ImportHomeAssistant.self])
}
