import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

/// The subcommand `tomte people grant`.
struct PeopleGrant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Grant a person permissions that their role does not have.",
        discussion: HelpDiscussion.discussion(
            "A grant can give controlDevices, viewEnergy or viewEnvironment; for other permissions, change the role.",
            commands: "tomte people grant kim controlDevices --room Hall --until 2d",
            "tomte people grant kim controlDevices --device front-door --uses 3",
            "tomte people grant kim viewEnergy --window \"sat,sun 08:00-20:00\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var grant: GrantOptions

    @Option(help: ArgumentHelp("Limit to this number of commands.", valueName: "count"))
    var uses: Int?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            var body = try await grant.body(client, now: Timestamp(Date()))
            body.maximumUses = uses
            try output.show(try await client.grant(body)) { grant, console in
                console.line("\("✓", .good) \(grant.person.rawValue, .strong) may: \(grant.words) (\(grant.id))")
            }
        }
    }
}

/// The subcommand `tomte people deny`.
struct PeopleDeny: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Deny a person permissions that their role or a grant gives.",
        discussion: HelpDiscussion.discussion(
            "A deny overrides every grant.", commands: "tomte people deny olle controlDevices --room Garage",
            "tomte people deny olle controlDevices --window \"daily 21:00-07:00\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var grant: GrantOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let body = try await grant.body(client, now: Timestamp(Date()))
            try output.show(try await client.deny(body)) { grant, console in
                console.line("\("✓", .good) \(grant.person.rawValue, .strong) may not: \(grant.words) (\(grant.id))")
            }
        }
    }
}
