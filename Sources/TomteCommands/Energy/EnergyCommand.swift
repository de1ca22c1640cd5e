import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte energy`.
struct EnergyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "energy",
        abstract: "Show how much energy was consumed, produced and drawn from the grid, in kWh.",
        discussion: HelpDiscussion.discussion(
            """
            Energy is computed by whole hours from each device's energy counter. For a device
            without a counter it is estimated from its power, and marked with ~. For gas and
            water, see tomte readings. Imported meters are counted when they have a flow: see
            tomte import home-assistant --help.
            """,
            commands: "tomte energy",
            "tomte energy --since 7d --by room",
            "tomte energy --since 30d --by day",
            "tomte energy --since 2d --until 1d --by hour --json"))

    /// The values of `--by`.
    enum Grouping: String, ExpressibleByArgument, CaseIterable { case device, room, hour, day }

    @OptionGroup var gateway: GatewayOptions

    @Option(help: "Start of the period: a time (RFC 3339), or a duration ago such as 7d (default: 24h).")
    var since: TimeArgument?

    @Option(help: "End of the period (default: now).")
    var until: TimeArgument?

    @Option(help: "Show one row for each device, room, hour or day.")
    var by = Grouping.device

    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let now = Timestamp(Date())
            let answer = try await client.energy(
                from: since?.timestamp(before: now) ?? now - .days(1), to: until?.timestamp(before: now),
                by: by.rawValue)
            if !output.isJSON, try answer.body().totals.isEmpty { try await requireViewEnergy(client) }
            try output.show(answer) { body, console in
                console.lines(EnergyTable(body).lines(limit: console.terminal.lineLimit))
            }
        }
    }

    /// Throws `.notPermitted` when the caller may not see the energy of any device.
    private func requireViewEnergy(_ client: CLIClient) async throws(CLIError) {
        guard try await client.home().body().permissions.contains(.viewEnergy) else {
            throw .notPermitted(
                "You have no permission to see energy. An owner or admin can grant it with tomte people grant.")
        }
    }
}
