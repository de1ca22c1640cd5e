import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte home`.
struct HomeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home",
        abstract: "Rename the home, set its time zone, list its own certificates, and list your own rights.",
        discussion: HelpDiscussion.discussion(
            "tomte status shows the status of the gateway.", commands: "tomte home rename Villa",
            "tomte home time-zone Europe/Stockholm", "tomte home certificates", "tomte home rights --as kim"),
        subcommands: [HomeRename.self, HomeTimeZone.self, HomeCertificatesCommand.self, HomeRights.self])
}

/// The subcommand `tomte home rename`.
struct HomeRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename the home.",
        discussion: HelpDiscussion.discussion("", commands: "tomte home rename \"Summer house\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.renameHome(NewNameBody(name: name))) { home, console in
                console.line("\("✓", .good) The home is now called \(home.name, .strong).")
            }
        }
    }
}

/// The subcommand `tomte home certificates`.
struct HomeCertificatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificates",
        abstract: "List the home's own certificates, with their fingerprints and expiry dates.",
        discussion: HelpDiscussion.discussion("", commands: "tomte home certificates", "tomte home certificates --json")
    )

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.certificates()) { certificates, console in
                for certificate in certificates {
                    console.line("\(certificate.use, .strong)  expires \(clock.date(certificate.expiresAt))")
                    console.prose("SHA-256 \(certificate.fingerprint)", after: "    ")
                    if !certificate.names.isEmpty {
                        console.prose("for \(certificate.names.joined(separator: ", "))", after: "    ")
                    }
                }
            }
        }
    }
}
