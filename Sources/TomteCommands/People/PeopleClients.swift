import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleClients: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "List the phones, browsers and terminals that are in.",
        discussion: Example.discussion(
            "One's own, or everybody's for who manages people. tomte people revoke takes one out.",
            "tomte people clients", "tomte people clients --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.clients()) { clients, console in
                guard !clients.isEmpty else { return console.line("None is; see tomte people invite --help.") }
                var table = Table([
                    Table.Column("ID", isWhole: true), Table.Column("PERSON"), Table.Column("CLIENT"),
                    Table.Column("SINCE"), Table.Column("LAST SEEN"), Table.Column("APPROVED BY"),
                    Table.Column("THUMBPRINT"),
                    Table.Column(""),
                ])
                for client in clients {
                    table.add([
                        StyledText(client.id.rawValue), StyledText(client.person.rawValue), StyledText(client.name),
                        StyledText(LocalTime.minute(client.pairedAt)),
                        StyledText(client.lastSeen.map { LocalTime.minute($0) } ?? "–"),
                        StyledText(client.approvedBy ?? "–"), StyledText(client.thumbprint, .faint),
                        client.isLocked ? StyledText("locked", .bad) : StyledText(client.isThis ? "this one" : ""),
                    ])
                }
                console.table(table)
            }
        }
    }
}

struct PeopleUnlock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Let a client in again that failed too often, or open pairing again. At the gateway itself.",
        discussion: Example.discussion(
            "Pairing closes after 20 wrong codes in an hour, a client after 100 wrong PINs in a row.",
            "tomte people unlock 4tq9m2xk", "tomte people unlock --pairing"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id of the client.")
    var id: ClientID?

    @Flag(help: "Open pairing.")
    var pairing = false

    func validate() throws {
        guard (id != nil) != pairing else { throw ValidationError("Name a client, or say --pairing.") }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            if let id {
                try await client.unlock(id)
                Console.output.line("\("✓", .good) \(id.rawValue, .strong) may try again.")
            } else {
                try await client.reopenPairing()
                Console.output.line("\("✓", .good) Pairing is open.")
            }
        }
    }
}
