import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte matter share`.
struct MatterShare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Let another home command a node too, by a code that it shows once.",
        discussion: HelpDiscussion.discussion(
            """
            Another home adds the node with this code, for example Apple Home or Google Home. Every app that has the code \
            commands the node past Tomte: Tomte's permissions do not apply to it, and Tomte's activity does not show what \
            it does. On a terminal it asks for confirmation.

            The code is valid for 3 to 15 minutes, 10 if --for is absent, and for one home. tomte matter unshare ends it \
            sooner. tomte matter fabrics shows the homes that have the node.
            """,
            commands: "tomte matter share \"Plug in lamp\"", "tomte matter share \"Plug in lamp\" --for 5m --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id, name or node id of the commissioned node.")
    var node: String

    @Option(name: .customLong("for"), help: ArgumentHelp("How long the code is valid.", valueName: "duration"))
    var span: DurationArgument?

    func validate() throws {
        guard let seconds = span?.duration.components.seconds else { return }
        guard NewDeviceSharingBody.allowedSeconds.contains(Int(clamping: seconds)) else {
            throw ValidationError("A code is valid for 3 to 15 minutes: --for 3m to --for 15m.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let pairing = try await client.resolvePairing(node, of: .matter)
            try confirmation.confirm(
                """
                Make a code with which another home can command \(pairing.name, .strong)? Tomte's permissions and activity \
                do not cover what it does.
                """)
            let sharing = NewDeviceSharingBody(
                seconds: span.map { Int(clamping: $0.duration.components.seconds) })
            let clock = try await HomeClockText(of: client)
            let answer = try await WaitingLine.show("waiting for the node") { () async throws(CLIError) in
                try await client.openPairing(pairing.id, sharing: sharing)
            }
            try output.show(answer) { SharingSheet(of: $0, for: pairing, clock: clock).show(on: $1) }
        }
    }
}

/// The subcommand `tomte matter unshare`.
struct MatterUnshare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unshare",
        abstract: "End the code of a node before its time, or remove another home from a node.",
        discussion: HelpDiscussion.discussion(
            """
            Without --fabric, it ends the code that tomte matter share made; a home that has used it stays. With --fabric, \
            that home can no longer command the node; tomte matter fabrics shows the identifiers. On a terminal it asks \
            for confirmation of that.
            """,
            commands: "tomte matter unshare \"Plug in lamp\"",
            "tomte matter unshare \"Plug in lamp\" --fabric 87E1B004E235A130 --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id, name or node id of the commissioned node.")
    var node: String

    @Option(help: ArgumentHelp("Remove this other home.", valueName: "identifier"))
    var fabric: String?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let pairing = try await client.resolvePairing(node, of: .matter)
            if let fabric {
                return try await PairingActions(kind: .matter, client: client).unshare(
                    pairing, from: fabric, confirmation: confirmation, output: output)
            }
            try await client.closePairing(pairing.id)
            output.done { $0.line("\("✓", .good) \(pairing.name, .strong) accepts no code any more.") }
        }
    }
}

/// The subcommand `tomte matter fabrics`.
struct MatterFabrics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fabrics",
        abstract: "Ask a node which homes it belongs to: its fabrics.",
        discussion: HelpDiscussion.discussion(
            "Each of them commands the node, and can let more homes in.",
            commands: "tomte matter fabrics \"Plug in lamp\"", "tomte matter fabrics \"Plug in lamp\" --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id, name or node id of the commissioned node.")
    var node: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingActions(kind: .matter, client: client).controllers(node, output: output)
        }
    }
}
