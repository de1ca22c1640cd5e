import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct EnergyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "energy",
        abstract: "Show what was consumed, produced and drawn from the grid, in kWh.",
        discussion: Example.discussion(
            """
            Counted by whole hours, from each device's energy counter. A device without one is
            estimated from its power, and marked with ~. Gas and water: see tomte readings.
            What was imported counts once its flow is said: see tomte import home-assistant --help.
            """,
            "tomte energy",
            "tomte energy --since 7d --by room",
            "tomte energy --since 30d --by day",
            "tomte energy --since 2d --until 1d --by hour --json"))

    enum Grouping: String, ExpressibleByArgument, CaseIterable { case device, room, hour, day }

    @OptionGroup var gateway: GatewayOptions

    @Option(help: "From when; without, the last 24 hours.")
    var since: Moment?

    @Option(help: "Until when; without, until now.")
    var until: Moment?

    @Option(help: "What a row stands for.")
    var by = Grouping.device

    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let now = Timestamp(Date())
            let answer = try await client.energy(
                from: since?.timestamp(before: now) ?? now - .days(1), to: until?.timestamp(before: now),
                by: by.rawValue)
            if !output.isJSON, try answer.body().totals.isEmpty { try await requireSight(client) }
            try output.show(answer) { body, console in
                console.lines(EnergyTable(body).lines(limit: console.terminal.lineLimit))
            }
        }
    }

    /// Throws when nothing was counted because the asker may not see energy anywhere.
    private func requireSight(_ client: GatewayClient) async throws(CommandFailure) {
        guard try await client.home().body().permissions.contains(.viewEnergy) else {
            throw .notPermitted(
                "Seeing energy is not permitted here. An owner or admin can allow it: tomte people grant.")
        }
    }
}
