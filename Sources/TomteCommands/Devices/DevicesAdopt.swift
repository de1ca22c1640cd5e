import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte devices adopt`.
struct DevicesAdopt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Adopt a discovered device into the home.",
        discussion: HelpDiscussion.discussion(
            """
            A relay, plug or cover counts as sensitive until its purpose is set, which is what it moves or supplies \
            with power.

            \(Purpose.explanation)
            """,
            commands: "tomte devices adopt lamp-7 --name \"Hall lamp\" --room Hall",
            "tomte devices adopt blind-3 --dialect homeAssistant",
            "tomte devices adopt plug --purpose relay-1=light --purpose relay-2=drainPump"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device, as tomte devices list --discovered shows it.")
    var discovered: String

    @Option(help: "Name in the home (default: the device's own name).")
    var name: String?

    @Option(help: "Room; a new name adds a room.")
    var room: String?

    @Option(help: "Dialect to use, one of those that tomte devices list --discovered shows (default: the first).")
    var dialect: LinkKind?

    @Option(
        name: .customLong("purpose"),
        help: ArgumentHelp(
            "Purpose of a part; without PART=, of every part that needs one.", valueName: "[part=]purpose"))
    var purposes: [PurposeArgument] = []

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolveDiscovered(discovered)
            var answers = PurposeArgument.byPart(purposes, asking: found.asksForPurpose)
            if !output.isJSON { ask(about: found, answers: &answers) }
            let rooms = await KnownRooms(client)
            let adoption = AdoptionBody(name: name, room: room, purposes: answers, dialect: dialect)
            try output.show(try await client.adopt(found.id, adoption: adoption)) { device, console in
                let place = device.room.map { " in \($0.name)" } ?? ""
                console.line("\("✓", .good) \(device.name, .strong) was adopted as \(device.id)\(place).")
                rooms.reportNewRoom(ofNew: device.room, console)
                for part in device.parts where part.asksForPurpose {
                    console.prose(
                        "\(part.id) counts as sensitive until its purpose is set: "
                            + "tomte devices purpose \(device.id)/\(part.id) PURPOSE", after: "\("!", .warning) ")
                }
            }
        }
    }

    /// Asks for missing purposes, on a terminal only. An empty answer leaves the purpose unset.
    private func ask(about found: DiscoveredBody, answers: inout [PartID: Purpose]) {
        for part in found.asksForPurpose where answers[part] == nil {
            let choices = Purpose.allValueStrings.joined(separator: ", ")
            let likely = found.suggestedPurposes[part].map { "; likely \($0.rawValue)" } ?? ""
            let name = found.partNames?[part].map { " “\($0)”" } ?? ""
            let answer = Console.output.prompt(
                to: "What is the purpose of \(part, .strong)\(name)? (\(choices)\(likely))")
            answers[part] = answer.flatMap(Purpose.init(argument:))
        }
    }
}
