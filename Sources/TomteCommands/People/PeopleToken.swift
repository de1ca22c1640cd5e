import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a token for a script or scraper, or list them.",
        discussion: Example.discussion(
            """
            A token belongs to a person of the role service and is shown once. It reads; one that controls is bound to a \
            key. First: tomte people add Grafana --role service. tomte people revoke takes a token back.
            """,
            "tomte people token grafana --name Scraper --scope viewMetrics --days 90", "tomte people token"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of a service; without it tokens are listed.")
    var person: String?

    @Option(help: "What the token is for, in your words.")
    var name = "Token"

    @Option(help: ArgumentHelp("What it is good for; may be given again.", valueName: "permission"))
    var scope: [Permission] = []

    @Option(help: "How many days it lives, 1 to 90.")
    var days = 30

    @Option(help: ArgumentHelp("Thumbprint of the key that it is bound to.", valueName: "thumbprint"))
    var key: KeyThumbprint?

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            guard let person else { return try await list(client) }
            let found = try await client.resolvePerson(person)
            let new = NewTokenBody(person: found.id, name: name, scope: scope, days: days, key: key)
            try output.show(try await client.make(new)) { token, console in
                console.line(
                    "\("✓", .good) \(token.name, .strong) (\(token.id)) is good until \(LocalTime.minute(token.expiresAt))."
                )
                console.line("It is shown only now:")
                console.line()
                console.line("  \(token.token ?? "")")
            }
        }
    }

    private func list(_ client: GatewayClient) async throws(CommandFailure) {
        try output.show(try await client.tokens()) { tokens, console in
            guard !tokens.isEmpty else { return console.line("There are none; see tomte people token --help.") }
            var table = Table([
                Table.Column("ID", isWhole: true), Table.Column("PERSON"), Table.Column("NAME"), Table.Column("SCOPE"),
                Table.Column("UNTIL"), Table.Column("KEY"),
            ])
            for token in tokens {
                table.add([
                    StyledText(token.id.rawValue), StyledText(token.person.rawValue), StyledText(token.name),
                    StyledText(token.scope.map(\.rawValue).joined(separator: " ")),
                    StyledText(LocalTime.minute(token.expiresAt)), StyledText(token.key?.short ?? "none", .faint),
                ])
            }
            console.table(table)
        }
    }
}

extension KeyThumbprint: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
