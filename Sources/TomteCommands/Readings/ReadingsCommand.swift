import ArgumentParser

struct ReadingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readings",
        abstract: "Show what a device measured, and strike out what it measured wrongly.",
        discussion: Example.discussion(
            "Without a verb, the readings of one series are shown: tomte readings show --help says how.",
            "tomte readings hall-climate temperature --since 1h",
            "tomte readings strike grid-meter energy --from 2026-01-31T12:00:00Z --to 2026-01-31T12:05:00Z"),
        subcommands: [ReadingsShow.self, ReadingsStrike.self, ReadingsStruck.self, ReadingsRestore.self],
        defaultSubcommand: ReadingsShow.self)
}
