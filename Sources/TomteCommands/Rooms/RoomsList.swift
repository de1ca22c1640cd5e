import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte rooms list`.
struct RoomsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the home's rooms.",
        discussion: HelpDiscussion.discussion("", commands: "tomte rooms list", "tomte rooms list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.rooms()) { rooms, console in
                guard !rooms.isEmpty else {
                    return console.line("There are no rooms yet; add one with tomte rooms add NAME.")
                }
                var table = Table([Table.Column("ID"), Table.Column("NAME")])
                for room in rooms { table.add([StyledText(room.id.rawValue), StyledText(room.name)]) }
                console.table(table)
            }
        }
    }
}
