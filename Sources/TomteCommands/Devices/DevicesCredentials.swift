import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct DevicesCredentials: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credentials",
        abstract: "List who was let in and how, or take a credential back.",
        discussion: Example.discussion(
            """
            --revoke is for credentials whose devices nobody adopted: it cuts the connection and drops what the broker \
            kept for it. A device of the home is removed instead, and its credential ends with it.
            """,
            "tomte devices credentials", "tomte devices credentials --revoke pump --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Option(help: ArgumentHelp("Take this one back.", valueName: "name"))
    var revoke: DeviceID?

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            guard let revoke else { return try await list(client) }
            try confirmation.confirm("Take back the credential of \(revoke, .strong)?")
            try await client.revokeCredential(revoke)
            Console.output.line("\("✓", .good) \(revoke, .strong) is out.")
        }
    }

    private func list(_ client: GatewayClient) async throws(CommandFailure) {
        let now = Timestamp(Date())
        try output.show(try await client.credentials()) { credentials, console in
            guard !credentials.isEmpty else {
                return console.line("Nobody was let in yet; see tomte devices provision --help.")
            }
            var table = Table(["NAME", "DIALECT", "BY", "MAC", "ISSUED", "STATE"].map { Table.Column($0) })
            for one in credentials {
                table.add([
                    StyledText(one.root.rawValue), StyledText(one.dialect?.rawValue ?? "–"),
                    StyledText(one.proof.rawValue), StyledText(one.mac?.description ?? "–"),
                    StyledText(one.issuedAt.map { RelativeTime.text($0, now: now) } ?? "–"), state(of: one),
                ])
            }
            console.table(table)
        }
    }

    private func state(of credential: ListedCredentialBody) -> StyledText {
        if credential.isEnding { return StyledText("taken back, not cut yet", .bad) }
        return StyledText(credential.expiresAt.map { "good until \($0.rfc3339.prefix(10))" } ?? "good")
    }
}
