import ArgumentParser

struct ReadingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readings",
        abstract: "Show what a device measured, and strike out what it measured wrongly.",
        discussion: Example.discussion(
            "Without a verb, the readings of one series are shown: tomte readings show --help says how.",
            "tomte readings hall-climate temperature --since 1h",
            "tomte readings strike meter energy --from 2d --value-above 40000"),
        subcommands: [ReadingsShow.self, ReadingsStrike.self, ReadingsStruck.self, ReadingsRestore.self],
        defaultSubcommand: ReadingsShow.self)
}
