import ArgumentParser

/// The subcommand `tomte privacy`.
struct PrivacyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy",
        abstract: "Export what the gateway keeps about a person.",
        discussion: HelpDiscussion.discussion("", commands: "tomte privacy export anna --output anna.zip"),
        subcommands: [PrivacyExport.self])
}
