import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people invite`.
struct PeopleInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite a phone, browser or terminal of a person.",
        discussion: HelpDiscussion.discussion(
            """
            It shows a code as a QR code and as text, valid for five minutes and one client. Then it waits for that \
            client and asks whether its thumbprint is the right one. Guests are invited in the same way; grants decide \
            what they may do.
            """,
            commands: "tomte people invite anna", "tomte people invite kim --scope controlDevices --no-wait",
            "tomte people invite anna --approve-any --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the person.")
    var person: String

    @Option(help: ArgumentHelp("Limit the client to this permission; may be repeated.", valueName: "permission"))
    var scope: [Permission] = []

    @Flag(help: "Approve every client that uses the code, without comparing thumbprints; for scripts.")
    var approveAny = false

    @Flag(help: "Show the code and end; tomte people approve approves the client.")
    var noWait = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolvePerson(person)
            let clock = try await HomeClockText(of: client)
            let answer = try await client.invite(
                NewPairingCodeBody(
                    person: found.id, scope: scope.isEmpty ? nil : scope, approveAny: approveAny ? true : nil))
            try output.show(answer) { payload, console in
                PairingSheet(payload, clock: clock).show(on: console)
            }
            guard !noWait, !approveAny, !output.isJSON, Console.output.canPrompt else { return }
            try await PairingApproval(client: client).wait(for: found)
        }
    }
}

/// The subcommand `tomte people approve`.
struct PeopleApprove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "List pairings that wait for approval, or approve one.",
        discussion: HelpDiscussion.discussion(
            "Compare the thumbprint with the one that the client shows.", commands: "tomte people approve",
            "tomte people approve 7k2mq4tz", "tomte people approve 7k2mq4tz --reject"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id of the pairing; without it, all pairings are listed.")
    var pairing: String?

    @Flag(help: "Reject the pairing.")
    var reject = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            guard let pairing else { return try await list(client) }
            guard let id = Identifier<PairingBody>(pairing) else { throw .notFound(.pairing, EscapedText(pairing)) }
            if reject { try await client.reject(id.rawValue) } else { try await client.approve(id.rawValue) }
            Console.output.line("\("✓", .good) The pairing \(id.rawValue) was \(reject ? "rejected" : "approved").")
        }
    }

    private func list(_ client: CLIClient) async throws(CLIError) {
        try output.show(try await client.pairings()) { pairings, console in
            guard !pairings.isEmpty else { return console.line("No pairing waits for approval.") }
            var table = Table(
                ["ID", "PERSON", "CLIENT", "THUMBPRINT"].map {
                    Table.Column($0, isNeverTruncated: ["ID", "THUMBPRINT"].contains($0))
                })
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

/// The subcommand `tomte people invitations`.
struct PeopleInvitations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "List the open invitations, without their codes.",
        discussion: HelpDiscussion.discussion(
            "An invitation ends after five minutes, one use or five wrong codes. tomte people revoke ends it earlier. "
                + "A client that used one waits for tomte people approve.",
            commands: "tomte people invitations", "tomte people invitations --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            let answer = try await client.pairingCodes()
            let waiting = try await output.isJSON ? [] : client.pairings().body().filter { !$0.isApproved }
            try output.show(answer) { invitations, console in
                for pairing in waiting { console.prose(Self.text(of: pairing), after: "→ ") }
                guard !invitations.isEmpty else {
                    if !waiting.isEmpty { return }
                    return console.line("There are no open invitations; see tomte people invite --help.")
                }
                var table = Table([
                    Table.Column("ID", isNeverTruncated: true), Table.Column("PERSON"), Table.Column("INVITED BY"),
                    Table.Column("UNTIL", isNeverTruncated: true), Table.Column("WRONG TRIES", alignment: .trailing),
                    Table.Column(""),
                ])
                for invitation in invitations {
                    table.add([
                        StyledText(invitation.id), StyledText(invitation.person.rawValue),
                        StyledText(invitation.invitedBy), StyledText(clock.minute(invitation.expiresAt)),
                        StyledText("\(invitation.wrongTries)"),
                        StyledText(invitation.approveAny ? "without approval" : ""),
                    ])
                }
                console.table(table)
                console.line(StyledText(clock.note))
            }
        }
    }

    /// A client that has used its code, so that no invitation is open any more.
    static func text(of pairing: PairingBody) -> String {
        "“\(EscapedText(pairing.clientName, limit: 100))” of \(pairing.person) has used its code, and waits with the "
            + "thumbprint \(pairing.thumbprint). Compare it, then: tomte people approve \(pairing.id)"
    }
}

/// The subcommand `tomte people claim`.
struct PeopleClaim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim",
        abstract: "Show a code with which the first owner claims the home. Only at the gateway.",
        discussion: HelpDiscussion.discussion(
            "tomte run shows a code too, as long as the home has no owner. A new code makes the previous one invalid.",
            commands: "tomte people claim", "tomte people claim --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.claimCode()) { payload, console in
                PairingSheet(payload, clock: clock).show(on: console)
            }
        }
    }
}
