import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte invitations`.
struct InvitationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "List, approve and revoke invitations.",
        discussion: HelpDiscussion.discussion(
            "tomte invite makes an invitation.", commands: "tomte invitations",
            "tomte invitations approve 7k2mq4tz 482915", "tomte invitations revoke 7k2mq4tz"),
        subcommands: [InvitationsList.self, InvitationsApprove.self, InvitationsRevoke.self],
        defaultSubcommand: InvitationsList.self)
}

/// The subcommand `tomte invitations list`.
struct InvitationsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the open invitations, without their links.",
        discussion: HelpDiscussion.discussion(
            "An invitation ends with its first use, with its time, or after three wrong numbers.",
            commands: "tomte invitations list", "tomte invitations list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.invitations()) { invitations, console in
                guard !invitations.isEmpty else {
                    return console.line("There are no open invitations; see tomte invite --help.")
                }
                var table = Table([
                    Table.Column("ID", isNeverTruncated: true), Table.Column("PERSON"),
                    Table.Column("UNTIL", isNeverTruncated: true),
                    Table.Column("STATE", isNeverTruncated: true), Table.Column("MAY"),
                ])
                for invitation in invitations {
                    table.add([
                        StyledText(invitation.id.rawValue), StyledText(invitation.person.rawValue),
                        StyledText(clock.minute(invitation.expiresAt)), StyledText(invitation.stateWords),
                        StyledText(invitation.grants.map(\.words).joined(separator: "; ")),
                    ])
                }
                console.table(table)
                console.line(StyledText(clock.note))
            }
        }
    }
}

/// The subcommand `tomte invitations approve`.
struct InvitationsApprove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Let in the client that shows these six digits.",
        discussion: HelpDiscussion.discussion(
            "Ask the invited person for the digits that their screen shows. If they differ from those of "
                + "tomte invitations, another client has the link: revoke the invitation.",
            commands: "tomte invitations approve 7k2mq4tz 482915"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id of the invitation.")
    var invitation: InvitationID

    @Argument(help: "The six digits on the screen of the invited person.")
    var digits: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await client.approve(invitation, approval: InvitationApprovalBody(digits: digits))
            Console.output.line("\("✓", .good) The client of the invitation \(invitation.rawValue, .strong) is let in.")
        }
    }
}

/// The subcommand `tomte invitations revoke`.
struct InvitationsRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke an invitation at once, also while a client uses it.",
        discussion: HelpDiscussion.discussion("", commands: "tomte invitations revoke 7k2mq4tz"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id of the invitation.")
    var invitation: InvitationID

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await client.revoke(invitation)
            Console.output.line("\("✓", .good) The invitation \(invitation.rawValue, .strong) was revoked.")
        }
    }
}

extension InvitationBody {
    /// The state in words; with the digits to compare while a client waits.
    fileprivate var stateWords: String {
        if waitsForClock { return "waits for the clock" }
        switch state {
        case .open: return admission == .number ? "open, with a number" : "open"
        case .opened: return "opened"
        case .waiting: return "compare \(digits ?? "")"
        case .approved: return "approved"
        case .ended: return endedBy == .wrongNumbers ? "ended: wrong numbers" : "ended: wrong secrets"
        }
    }
}

extension InvitedGrantBody {
    /// A short description, such as `controlDevices · front-door · tue 08:00-18:00`.
    fileprivate var words: String {
        let places = (rooms ?? []).map(\.rawValue) + (devices ?? []).map(\.rawValue)
        return [permissions.map(\.rawValue), places.isEmpty ? ["everywhere"] : places, windows ?? []]
            .filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }.joined(separator: " · ")
    }
}
