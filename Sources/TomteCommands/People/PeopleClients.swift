import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people clients`.
struct PeopleClients: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "List the paired phones, browsers and terminals.",
        discussion: HelpDiscussion.discussion(
            "It lists your own clients, or all clients if you may manage people. tomte people revoke removes a client.",
            commands: "tomte people clients", "tomte people clients --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            let now = Timestamp(Date())
            try output.show(try await client.clients()) { clients, console in
                guard !clients.isEmpty else {
                    return console.line("There are no clients; see tomte people invite --help.")
                }
                console.table(ClientTable.table(clients, clock: clock, now: now))
                console.line(StyledText(clock.note))
            }
        }
    }
}

/// The clients of the home: who has which one, and when it was last seen, before everything else.
enum ClientTable {
    static func table(_ clients: [ClientBody], clock: HomeClockText, now: Timestamp) -> Table {
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("CLIENT"), Table.Column("PERSON"),
            Table.Column("LAST SEEN", isNeverTruncated: true), Table.Column("SINCE", isNeverTruncated: true),
            Table.Column("APPROVED BY"), Table.Column(""), Table.Column("THUMBPRINT", isNeverTruncated: true),
        ])
        for client in clients {
            table.add([
                StyledText(client.id.rawValue), StyledText(client.name), StyledText(client.person.rawValue),
                StyledText(client.lastSeen.map { RelativeTime.text($0, now: now) } ?? "never"),
                StyledText(clock.minute(client.pairedAt)), StyledText(client.approvedBy ?? "–"),
                client.isLocked ? StyledText("locked", style: .bad) : StyledText(client.isThis ? "this one" : ""),
                StyledText(client.thumbprint, style: .faint),
            ])
        }
        return table
    }
}

/// The subcommand `tomte people unlock`.
struct PeopleUnlock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock a client after too many wrong PINs, or open pairing again. Only at the gateway.",
        discussion: HelpDiscussion.discussion(
            "Pairing closes after 20 wrong codes in an hour; a client is locked after 100 wrong PINs in a row.",
            commands: "tomte people unlock 4tq9m2xk", "tomte people unlock --pairing"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id of the client.")
    var id: ClientID?

    @Flag(help: "Open pairing again.")
    var pairing = false

    func validate() throws {
        guard (id != nil) != pairing else { throw ValidationError("Give the id of a client, or --pairing.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            if let id {
                try await client.unlock(id)
                Console.output.line("\("✓", .good) The client \(id.rawValue, .strong) is unlocked.")
            } else {
                try await client.reopenPairing()
                Console.output.line("\("✓", .good) Pairing is open.")
            }
        }
    }
}
