import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people token`.
struct PeopleToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Create a token for a script or scraper, or list all tokens.",
        discussion: HelpDiscussion.discussion(
            """
            A token belongs to a person with the role service and is shown only once. It can only read; a token that \
            controls devices must be bound to a key. First run: tomte people add Grafana --role service. tomte people \
            revoke revokes a token.
            """,
            commands: "tomte people token grafana --name Scraper --scope viewMetrics --days 90", "tomte people token"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of a person with the role service; without it, all tokens are listed.")
    var person: String?

    @Option(help: "Name of the token.")
    var name = "Token"

    @Option(help: ArgumentHelp("Permission of the token; may be repeated.", valueName: "permission"))
    var scope: [Permission] = []

    @Option(help: "Days until the token expires, 1 to 90.")
    var days = 30

    @Option(help: ArgumentHelp("Thumbprint of the key that it is bound to.", valueName: "thumbprint"))
    var key: KeyThumbprint?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            guard let person else { return try await list(client) }
            let found = try await client.resolvePerson(person)
            let new = NewTokenBody(person: found.id, name: name, scope: scope, days: days, key: key)
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.make(new)) { token, console in
                console.prose(
                    "\(token.name) (\(token.id)) expires \(clock.named(token.expiresAt)).", after: "\("✓", .good) ")
                console.line("The token is shown only now:")
                console.line()
                console.line("  \(token.token ?? "")")
            }
        }
    }

    private func list(_ client: CLIClient) async throws(CLIError) {
        let clock = try await HomeClockText(of: client)
        try output.show(try await client.tokens()) { tokens, console in
            guard !tokens.isEmpty else { return console.line("There are no tokens; see tomte people token --help.") }
            var table = Table([
                Table.Column("ID", isNeverTruncated: true), Table.Column("PERSON"), Table.Column("NAME"),
                Table.Column("SCOPE"), Table.Column("UNTIL", isNeverTruncated: true),
                Table.Column("KEY", isNeverTruncated: true),
            ])
            for token in tokens {
                table.add([
                    StyledText(token.id.rawValue), StyledText(token.person.rawValue), StyledText(token.name),
                    StyledText(token.scope.map(\.rawValue).joined(separator: " ")),
                    StyledText(clock.minute(token.expiresAt)),
                    StyledText(token.key?.short ?? "none", style: .faint),
                ])
            }
            console.table(table)
            console.line(StyledText(clock.note))
        }
    }
}

extension KeyThumbprint: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
