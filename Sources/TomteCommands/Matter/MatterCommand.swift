import ArgumentParser

/// The subcommand `tomte matter`.
struct MatterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matter",
        abstract: "Commission Matter nodes, share them with other homes, and see who else may command them.",
        discussion: HelpDiscussion.discussion(
            """
            A Matter node is commissioned first, with its code; then its devices wait to be adopted, as tomte devices list \
            --discovered shows. NODE is an id, a name that only one node has, or the node id of a commissioned node.

            The gateway has no Bluetooth. Add a new node that is not on the network yet with the app of its maker or of \
            another home; then share it from that app, and commission it here with the code that the app shows.
            """,
            commands: "tomte matter list", "tomte matter commission"),
        subcommands: [
            MatterCommission.self, MatterList.self, MatterShare.self, MatterUnshare.self, MatterRemove.self,
            MatterIdentify.self, MatterPIN.self, MatterFabrics.self, MatterTrust.self,
        ])
}

/// The subcommand `tomte matter commission`.
struct MatterCommission: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commission",
        abstract: "Make a Matter node part of this home, by its code.",
        discussion: HelpDiscussion.discussion(
            """
            The code is asked for and not shown; without a terminal it is read from the first line of standard input. It \
            is 11 or 21 digits, or the text of the QR code, which begins with MT:. A new node has it on a label or in its \
            manual; the app of a node that belongs to another home shows one when the node is shared there. The gateway \
            does not store it.

            The gateway has no Bluetooth: a new node that is not on the network yet is added with the app of its maker or \
            of another home first, and shared from there. This also holds for nodes that use Thread.

            Without NODE, the one that accepts a code is taken, or you choose one. If the gateway does not know the maker \
            of the node, or the node has certificates for tests, it asks whether to commission the node all the same. \
            Without a terminal, --accept answers that, and the audit log records it.
            """,
            commands: "tomte matter commission", "tomte matter commission \"Plug in lamp\"",
            "tomte matter commission --accept unknown-maker"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the node.")
    var node: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Commission the node even if it is a test-device, or has an unknown-maker.", valueName: "problem"))
    var accept: [AcceptedObstacle] = []

    /// Taken only to say why a code does not belong here.
    @Argument(help: .hidden)
    var surplus: [String] = []

    func validate() throws {
        // Codes are printed in groups, which a shell makes into several arguments.
        let all = [node].compactMap(\.self) + surplus
        try PairingAttempt.refuseCodes(among: [all.joined()], of: .matter)
        try PairingAttempt.refuseCodes(among: all, of: .matter)
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingAttempt(
                kind: .matter, client: client, output: output, accepted: Set(accept.map(\.obstacle))
            ).run(node)
        }
    }
}

/// The subcommand `tomte matter list`.
struct MatterList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the commissioned nodes, and those that are announced and belong to another home or to none.",
        discussion: HelpDiscussion.discussion(
            "With --json, it lists only the commissioned ones; tomte devices list --discovered --json has the others.",
            commands: "tomte matter list", "tomte matter list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingActions(kind: .matter, client: client).list(output)
        }
    }
}

/// The subcommand `tomte matter identify`.
struct MatterIdentify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Make a node show where it is: most blink or beep.",
        discussion: HelpDiscussion.discussion(
            "Only a commissioned node does this, or a device behind a commissioned bridge.",
            commands: "tomte matter identify \"Plug in lamp\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id, name or node id of a commissioned node, or of a device behind a bridge.")
    var node: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingActions(kind: .matter, client: client).identify(node, output: output)
        }
    }
}

/// The subcommand `tomte matter remove`.
struct MatterRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a node from this home, here and at the node.",
        discussion: HelpDiscussion.discussion(
            """
            Remove its devices from the home first: tomte devices remove. That already removes a node that is a single \
            device; a bridge stays. On a terminal it asks for confirmation. Other homes that the node belongs to keep it.

            If the node is not reached, the gateway keeps its keys, and removes the node as soon as it sees it. --discard \
            deletes them all the same, for a node that does not come back; such a node must be reset to its factory \
            settings, or be shared by another home that has it, before it can be commissioned again.
            """,
            commands: "tomte matter remove \"Plug in lamp\"", "tomte matter remove \"Plug in lamp\" --discard --yes"),
        aliases: ["unpair"])

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id, name or node id of the commissioned node.")
    var node: String

    @Flag(help: "Delete the keys also when the node is not reached.")
    var discard = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingActions(kind: .matter, client: client).remove(
                node, discarding: discard, confirmation: confirmation, output: output)
        }
    }
}
