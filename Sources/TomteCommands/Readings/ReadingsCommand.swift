import ArgumentParser

/// The subcommand `tomte readings`.
struct ReadingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readings",
        abstract: "Show the readings of a device, and strike out wrong readings.",
        discussion: HelpDiscussion.discussion(
            "Without a subcommand it shows the readings of one series; see tomte readings show --help.",
            commands: "tomte readings hall-climate temperature --since 1h",
            "tomte readings strike meter energy --from 2d --value-above 40000"),
        subcommands: [ReadingsShow.self, ReadingsStrike.self, ReadingsStruck.self, ReadingsRestore.self],
        defaultSubcommand: ReadingsShow.self)
}
