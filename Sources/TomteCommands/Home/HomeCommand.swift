import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct HomeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home",
        abstract: "Rename the home and list its own certificates.",
        discussion: Example.discussion(
            "tomte status shows how the home is.", "tomte home rename Villa", "tomte home certificates"),
        subcommands: [HomeRename.self, HomeCertificates.self])
}

struct HomeRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give the home another name.",
        discussion: Example.discussion("", "tomte home rename \"Summer house\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.renameHome(NewNameBody(name: name))) { home, console in
                console.line("\("✓", .good) The home is called \(home.name, .strong) now.")
            }
        }
    }
}

struct HomeCertificates: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificates",
        abstract: "List the home's own certificates, with fingerprints and when they end.",
        discussion: Example.discussion("", "tomte home certificates", "tomte home certificates --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.certificates()) { certificates, console in
                for certificate in certificates {
                    console.line("\(certificate.use, .strong)  until \(LocalTime.date(certificate.expiresAt))")
                    console.prose("SHA-256 \(certificate.fingerprint)", after: "    ")
                    if !certificate.names.isEmpty {
                        console.prose("for \(certificate.names.joined(separator: ", "))", after: "    ")
                    }
                }
            }
        }
    }
}
