import ArgumentParser
import GatewayWire
import HomeModel

struct DevicesClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Remove something that was found, from the broker too where that keeps it.",
        discussion: Example.discussion(
            "FINDING is an id of tomte devices findings. On a terminal it asks first.",
            "tomte devices clear f3 --yes", "tomte devices clear --all --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id of a finding.")
    var finding: String?

    @Flag(help: "Everything that was found.")
    var all = false

    func validate() throws {
        guard all != (finding != nil) else { throw ValidationError("Name one finding, or --all.") }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let found = try await client.findings().body()
            let chosen = all ? found : found.filter { $0.id.rawValue == finding }
            guard all || !chosen.isEmpty else {
                throw .invalid(
                    "There is no finding “\(InertText(finding ?? "", limit: 40))”; see tomte devices findings.")
            }
            let topics = chosen.prefix(5).map(\.topic).joined(separator: ", ") + (chosen.count > 5 ? ", …" : "")
            if !chosen.isEmpty { try confirmation.confirm("Clear \(topics)?") }
            for finding in chosen { try await client.clear(finding.id) }
            Console.output.line("\("✓", .good) \(chosen.count) cleared.")
        }
    }
}
