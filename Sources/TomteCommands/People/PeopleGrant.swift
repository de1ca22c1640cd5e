import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct PeopleGrant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Let a person do more than their role permits.",
        discussion: Example.discussion(
            "A grant adds controlDevices, viewEnergy or viewEnvironment; for anything else, change the role.",
            "tomte people grant kim controlDevices --room Hall --until 2d",
            "tomte people grant kim controlDevices --device front-door --uses 3",
            "tomte people grant kim viewEnergy --window \"sat,sun 08:00-20:00\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var grant: GrantOptions

    @Option(help: ArgumentHelp("For so many commands.", valueName: "count"))
    var uses: Int?

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            var body = try await grant.body(client, now: Timestamp(Date()))
            body.maximumUses = uses
            try output.show(try await client.grant(body)) { grant, console in
                console.line("\("✓", .good) \(grant.person.rawValue, .strong) may: \(grant.words) (\(grant.id))")
            }
        }
    }
}

struct PeopleDeny: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Forbid a person what their role or a grant permits.",
        discussion: Example.discussion(
            "A deny beats every grant.", "tomte people deny olle controlDevices --room Garage",
            "tomte people deny olle controlDevices --window \"daily 21:00-07:00\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var grant: GrantOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let body = try await grant.body(client, now: Timestamp(Date()))
            try output.show(try await client.deny(body)) { grant, console in
                console.line("\("✓", .good) \(grant.person.rawValue, .strong) may not: \(grant.words) (\(grant.id))")
            }
        }
    }
}
