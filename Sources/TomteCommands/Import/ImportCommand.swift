import ArgumentParser

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring in the past from somewhere else.",
        discussion: Example.discussion("", "tomte import home-assistant home-assistant_v2.db --dry-run"),
        subcommands: [ImportHomeAssistant.self])
}
