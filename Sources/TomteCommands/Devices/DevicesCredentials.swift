import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte devices credentials`.
struct DevicesCredentials: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credentials",
        abstract: "List the credentials of devices, or revoke one.",
        discussion: HelpDiscussion.discussion(
            """
            --revoke is for credentials without adopted devices: it closes the connection and deletes what the broker \
            retains for the device. For an adopted device, use tomte devices remove, which revokes its credential too.
            """,
            commands: "tomte devices credentials", "tomte devices credentials --revoke pump --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Option(help: ArgumentHelp("Revoke the credential with this name.", valueName: "name"))
    var revoke: DeviceID?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            guard let revoke else { return try await list(client) }
            try confirmation.confirm("Revoke the credential of \(revoke, .strong)?")
            try await client.revokeCredential(revoke)
            Console.output.line("\("✓", .good) The credential of \(revoke, .strong) was revoked.")
        }
    }

    private func list(_ client: CLIClient) async throws(CLIError) {
        let clock = try await HomeClockText(of: client)
        try output.show(try await client.credentials()) { credentials, console in
            guard !credentials.isEmpty else {
                return console.line("There are no credentials yet; see tomte devices provision --help.")
            }
            console.table(CredentialTable.table(credentials, clock: clock))
            console.line(StyledText(clock.note))
        }
    }
}

/// The credentials of devices, one line each.
enum CredentialTable {
    static func table(_ credentials: [ListedCredentialBody], clock: HomeClockText) -> Table {
        var table = Table([
            Table.Column("NAME", isNeverTruncated: true), Table.Column("DIALECT"), Table.Column("KIND"),
            Table.Column("VALID UNTIL"), Table.Column("ISSUED", isNeverTruncated: true),
            Table.Column("MAC", isNeverTruncated: true),
        ])
        for one in credentials {
            table.add([
                StyledText(one.root.rawValue), StyledText(one.dialect?.rawValue ?? "–"), StyledText(one.proof.rawValue),
                end(of: one, clock: clock), StyledText(one.issuedAt.map { clock.date($0) } ?? "–"),
                StyledText(one.mac?.description ?? ""),
            ])
        }
        return table
    }

    private static func end(of credential: ListedCredentialBody, clock: HomeClockText) -> StyledText {
        if credential.isEnding { return StyledText("revoked, may still be connected", style: .bad) }
        if credential.proof == .certificate, credential.expiresAt == nil {
            return StyledText("not valid any more; set it up again", style: .bad)
        }
        return StyledText(credential.expiresAt.map { clock.date($0) } ?? "no end")
    }
}
