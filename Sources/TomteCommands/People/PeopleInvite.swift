import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Let a phone, browser or terminal of a person in.",
        discussion: Example.discussion(
            """
            Shows a code as QR and as text, good for five minutes and one client, then waits for that client and asks \
            whether its thumbprint is the right one. Guests are invited like anybody; what they may do, grants say.
            """,
            "tomte people invite anna", "tomte people invite kim --scope controlDevices --no-wait",
            "tomte people invite anna --approve-any --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name.")
    var person: String

    @Option(help: ArgumentHelp("Only this, of what they may; may be given again.", valueName: "permission"))
    var scope: [Permission] = []

    @Flag(help: "Let whoever uses the code in unseen: for scripts.")
    var approveAny = false

    @Flag(help: "Show the code and leave; see tomte people approve.")
    var noWait = false

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let found = try await client.resolvePerson(person)
            let answer = try await client.invite(
                NewPairingCodeBody(
                    person: found.id, scope: scope.isEmpty ? nil : scope, approveAny: approveAny ? true : nil))
            try output.show(answer) { payload, console in
                PairingSheet(payload).show(on: console)
            }
            guard !noWait, !approveAny, !output.isJSON, Console.output.canAsk else { return }
            try await Approval(client: client).wait(for: found)
        }
    }
}

struct PeopleApprove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "List clients that wait to be let in, or let one in.",
        discussion: Example.discussion(
            "Compare the thumbprint with the one that the client shows.", "tomte people approve",
            "tomte people approve 7k2mq4tz", "tomte people approve 7k2mq4tz --reject"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id of the pairing; without it they are listed.")
    var pairing: String?

    @Flag(help: "Turn it away.")
    var reject = false

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            guard let pairing else { return try await list(client) }
            guard let id = Identifier<PairingBody>(pairing) else { throw .notFound(.pairing, InertText(pairing)) }
            if reject { try await client.reject(id.rawValue) } else { try await client.approve(id.rawValue) }
            Console.output.line("\("✓", .good) \(id.rawValue) is \(reject ? "turned away" : "in").")
        }
    }

    private func list(_ client: GatewayClient) async throws(CommandFailure) {
        try output.show(try await client.pairings()) { pairings, console in
            guard !pairings.isEmpty else { return console.line("Nobody waits.") }
            var table = Table(["ID", "PERSON", "CLIENT", "THUMBPRINT"].map { Table.Column($0, isWhole: $0 == "ID") })
            for pairing in pairings {
                table.add([
                    StyledText(pairing.id), StyledText(pairing.person.rawValue), StyledText(pairing.clientName),
                    StyledText(pairing.isApproved ? "approved" : pairing.thumbprint),
                ])
            }
            console.table(table)
        }
    }
}
