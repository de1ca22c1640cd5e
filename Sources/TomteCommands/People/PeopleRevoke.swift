import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people revoke`.
struct PeopleRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a grant, a deny, a token, an invitation or a client, with immediate effect.",
        discussion: HelpDiscussion.discussion(
            """
            tomte people grants, token, invitations and clients show the ids. On a terminal it asks for confirmation \
            before it revokes a client.
            """,
            commands: "tomte people revoke allow-3fa94c21", "tomte people revoke --client 4tq9m2xk --yes",
            "tomte people revoke --token 9xk2zz4m", "tomte people revoke --invitation 7k2mq4tz"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id of the grant or deny.")
    var grant: GrantID?

    @Option(help: ArgumentHelp("Id of the client.", valueName: "id"))
    var client: ClientID?

    @Option(help: ArgumentHelp("Id of the token.", valueName: "id"))
    var token: TokenID?

    @Option(help: ArgumentHelp("Id of the invitation.", valueName: "id"))
    var invitation: Identifier<OpenPairingCodeBody>?

    func validate() throws {
        guard ids.count == 1 else {
            throw ValidationError("Give one id: of a grant or deny, or with --client, --token or --invitation.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { gateway throws(CLIError) in
            if let grant {
                try await gateway.revoke(grant)
            } else if let client {
                try confirmation.confirm(
                    "Revoke the client \(client.rawValue, .strong)? It can return only with a new invitation.")
                try await gateway.revoke(client)
            } else if let token {
                try await gateway.revoke(token)
            } else if let invitation {
                try await gateway.withdraw(invitation)
            }
            Console.output.line("\("✓", .good) \(ids.joined(), .strong) was revoked.")
        }
    }

    private var ids: [String] {
        [grant?.rawValue, client?.rawValue, token?.rawValue, invitation?.rawValue].compactMap(\.self)
    }
}
