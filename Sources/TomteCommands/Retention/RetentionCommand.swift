import ArgumentParser

struct RetentionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Say how long records are kept.",
        discussion: Example.discussion("", "retention show"),
        subcommands: [RetentionShow.self, RetentionSet.self, RetentionRun.self])
}
