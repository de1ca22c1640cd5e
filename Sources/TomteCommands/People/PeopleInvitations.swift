import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte people invitations`.
struct PeopleInvitations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "List the open invitations, without their codes.",
        discussion: HelpDiscussion.discussion(
            "An invitation ends after five minutes, one use or five wrong codes. tomte people revoke ends it earlier.",
            commands: "tomte people invitations", "tomte people invitations --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.invitations()) { invitations, console in
                guard !invitations.isEmpty else {
                    return console.line("There are no open invitations; see tomte people invite --help.")
                }
                var table = Table([
                    Table.Column("ID", isNeverTruncated: true), Table.Column("PERSON"), Table.Column("INVITED BY"),
                    Table.Column("UNTIL"), Table.Column("WRONG TRIES", alignment: .trailing), Table.Column(""),
                ])
                for invitation in invitations {
                    table.add([
                        StyledText(invitation.id), StyledText(invitation.person.rawValue),
                        StyledText(invitation.invitedBy), StyledText(LocalTime.minute(invitation.expiresAt)),
                        StyledText("\(invitation.wrongTries)"),
                        StyledText(invitation.approveAny ? "without approval" : ""),
                    ])
                }
                console.table(table)
            }
        }
    }
}
