import ArgumentParser
import GatewayWire
import HomeModel

struct DevicesAdopt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Take a discovered device into the home.",
        discussion: Example.discussion(
            """
            A relay, plug or cover counts as sensitive until someone says what it moves or feeds: \
            \(PurposeAnswer.allValueStrings.joined(separator: ", ")).
            """,
            "tomte devices adopt lamp-7 --name \"Hall lamp\" --room Hall",
            "tomte devices adopt blind-3 --dialect homeAssistant",
            "tomte devices adopt plug-2 --purpose relay-1=light --purpose relay-2=pump"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name, as tomte devices list --discovered shows it.")
    var discovered: String

    @Option(help: "Its name; without, its own.")
    var name: String?

    @Option(help: "Its room; a new name makes a room.")
    var room: String?

    @Option(help: "The dialect to speak with it, of those that --discovered lists; without, the first.")
    var dialect: LinkKind?

    @Option(
        name: .customLong("purpose"),
        help: ArgumentHelp(
            "What a part moves or feeds; without PART=, every part that asks.", valueName: "[part=]purpose"))
    var purposes: [PurposeAnswer] = []

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let found = try await client.resolveDiscovered(discovered)
            var answers = PurposeAnswer.byPart(purposes, asking: found.asksForPurpose)
            if !output.isJSON { ask(about: found, answers: &answers) }
            let rooms = await KnownRooms(client)
            let adoption = AdoptionBody(name: name, room: room, purposes: answers, dialect: dialect)
            try output.show(try await client.adopt(found.id, adoption)) { device, console in
                let place = device.room.map { " in \($0.name)" } ?? ""
                console.line("\("✓", .good) \(device.name, .strong) is adopted as \(device.id)\(place).")
                rooms.tell(ofNew: device.room, console)
                for part in device.parts where part.asksForPurpose {
                    console.prose(
                        "\(part.id) counts as sensitive until you say what it feeds: "
                            + "tomte devices purpose \(device.id)/\(part.id) PURPOSE", after: "\("!", .warning) ")
                }
            }
        }
    }

    /// On a terminal only; an empty answer leaves the question open.
    private func ask(about found: DiscoveredBody, answers: inout [PartID: Purpose]) {
        for part in found.asksForPurpose where answers[part] == nil {
            let choices = PurposeAnswer.allValueStrings.joined(separator: ", ")
            let likely = found.suggestedPurposes[part].map { "; likely \($0.rawValue)" } ?? ""
            let answer = Console.output.answer(to: "What does \(part, .strong) move or feed? (\(choices)\(likely))")
            answers[part] = answer.flatMap { Purpose(rawValue: $0.lowercased()) }
        }
    }
}
