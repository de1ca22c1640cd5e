import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleInvitations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "List the codes that are open, without themselves.",
        discussion: Example.discussion(
            "A code ends after five minutes, one use or five wrong tries. tomte people revoke withdraws it before.",
            "tomte people invitations", "tomte people invitations --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.invitations()) { invitations, console in
                guard !invitations.isEmpty else { return console.line("None is open; see tomte people invite --help.") }
                var table = Table([
                    Table.Column("ID", isWhole: true), Table.Column("PERSON"), Table.Column("INVITED BY"),
                    Table.Column("UNTIL"), Table.Column("WRONG TRIES", .trailing), Table.Column(""),
                ])
                for invitation in invitations {
                    table.add([
                        StyledText(invitation.id), StyledText(invitation.person.rawValue),
                        StyledText(invitation.invitedBy), StyledText(LocalTime.minute(invitation.expiresAt)),
                        StyledText("\(invitation.wrongTries)"),
                        StyledText(invitation.approveAny ? "lets anyone in" : ""),
                    ])
                }
                console.table(table)
            }
        }
    }
}
