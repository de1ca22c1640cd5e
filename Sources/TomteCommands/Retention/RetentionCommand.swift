import ArgumentParser

struct RetentionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Say how long records are kept.",
        discussion: Example.discussion("", "tomte retention show"),
        subcommands: [
            RetentionShow.self, RetentionSet.self, RetentionKeep.self, RetentionHold.self, RetentionRun.self,
        ])
}
