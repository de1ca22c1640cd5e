import ArgumentParser

/// The subcommand `tomte retention`.
struct RetentionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Show and set how long records are kept.",
        discussion: HelpDiscussion.discussion("", commands: "tomte retention show"),
        subcommands: [
            RetentionShow.self, RetentionSet.self, RetentionKeep.self, RetentionHold.self, RetentionRun.self,
        ])
}
