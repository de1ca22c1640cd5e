import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte homekit controllers`.
struct HomeKitControllers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controllers",
        abstract: "Ask a paired accessory which controllers may command it.",
        discussion: HelpDiscussion.discussion("", commands: "tomte homekit controllers \"Desk lamp\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id, name or address of the paired accessory.")
    var accessory: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingActions(kind: .homeKit, client: client).controllers(accessory, output: output)
        }
    }
}

/// The subcommand `tomte homekit share`.
struct HomeKitShare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Let another controller command a paired accessory, past Tomte.",
        discussion: HelpDiscussion.discussion(
            """
            The other controller commands the accessory itself: Tomte's permissions do not apply to it, and Tomte's \
            activity does not show what it does. It needs an identifier and an Ed25519 key of its own. Apple Home cannot \
            accept an accessory in this way. An administrator may also add and remove controllers, Tomte too. On a \
            terminal it asks for confirmation.
            """,
            commands: "tomte homekit share Desk --identifier 8A5E2F40 --public-key \"$KEY\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id, name or address of the paired accessory.")
    var accessory: String

    @Option(help: ArgumentHelp("Identifier of the controller, mostly a UUID.", valueName: "id"))
    var identifier: String

    @Option(help: ArgumentHelp("Its Ed25519 public key: 64 hexadecimal digits.", valueName: "key"))
    var publicKey: String

    @Flag(help: "Let it add and remove controllers as well.")
    var administrator = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let pairing = try await client.resolvePairing(accessory, of: .homeKit)
            let more = administrator ? ", and add and remove controllers" : ""
            try confirmation.confirm(
                """
                Let \(identifier, .strong) command \(pairing.name, .strong)\(more)? Tomte's permissions and activity do \
                not cover what it does.
                """)
            let controller = NewDeviceControllerBody(
                identifier: identifier, publicKey: publicKey, isAdministrator: administrator)
            try output.show(try await client.share(pairing.id, with: controller)) { body, console in
                console.line("\("✓", .good) \(body.identifier, .strong) may command \(pairing.name).")
                console.prose(
                    "To end that: tomte homekit unshare \(pairing.id) --identifier \(body.identifier)", after: "  → ")
            }
        }
    }
}

/// The subcommand `tomte homekit unshare`.
struct HomeKitUnshare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unshare",
        abstract: "End the right of another controller to command an accessory.",
        discussion: HelpDiscussion.discussion(
            "tomte homekit controllers shows the identifiers. On a terminal it asks for confirmation.",
            commands: "tomte homekit unshare Desk --identifier 8A5E2F40 --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id, name or address of the paired accessory.")
    var accessory: String

    @Option(help: ArgumentHelp("Identifier of the controller.", valueName: "id"))
    var identifier: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let pairing = try await client.resolvePairing(accessory, of: .homeKit)
            try await PairingActions(kind: .homeKit, client: client).unshare(
                pairing, from: identifier, confirmation: confirmation, output: output)
        }
    }
}
