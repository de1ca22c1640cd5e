import ArgumentParser

/// The subcommand `tomte homekit`.
struct HomeKitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "homekit",
        abstract: "Pair with HomeKit accessories, and see who else may command them.",
        discussion: HelpDiscussion.discussion(
            """
            A HomeKit accessory is paired first, with the code that is printed on it; then its devices wait to be \
            adopted, as tomte devices list --discovered shows. ACCESSORY is an id, a name that only one accessory has, \
            or the address of a paired accessory.
            """,
            commands: "tomte homekit list", "tomte homekit pair"),
        subcommands: [
            HomeKitList.self, HomeKitPair.self, HomeKitUnpair.self, HomeKitIdentify.self, HomeKitControllers.self,
            HomeKitShare.self, HomeKitUnshare.self,
        ])
}

/// The subcommand `tomte homekit list`.
struct HomeKitList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the paired accessories, and those that are announced and not paired.",
        discussion: HelpDiscussion.discussion(
            "With --json, it lists only the paired ones; tomte devices list --discovered --json has the others.",
            commands: "tomte homekit list", "tomte homekit list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingActions(kind: .homeKit, client: client).list(output)
        }
    }
}

/// The subcommand `tomte homekit identify`.
struct HomeKitIdentify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Make an accessory show where it is: most blink or beep.",
        discussion: HelpDiscussion.discussion(
            "An accessory that is paired with another controller does this only for that one.",
            commands: "tomte homekit identify \"Desk lamp\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of an accessory, paired or not, or of a device behind a bridge.")
    var accessory: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingActions(kind: .homeKit, client: client).identify(accessory, output: output)
        }
    }
}

/// The subcommand `tomte homekit unpair`.
struct HomeKitUnpair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: "Remove the pairing with an accessory, here and at the accessory.",
        discussion: HelpDiscussion.discussion(
            """
            Remove its devices from the home first: tomte devices remove. That already ends the pairing of an accessory \
            that is a single device; that of a bridge stays. On a terminal it asks for confirmation. If the gateway is the last administrator of the accessory, the accessory removes every pairing, also those of \
            other controllers.

            If the accessory is not reached, the gateway keeps its keys, and removes the pairing as soon as it sees \
            the accessory. --discard deletes the keys all the same, for an accessory that does not come back; such an \
            accessory must be reset to its factory settings before it can be paired again.
            """,
            commands: "tomte homekit unpair \"Desk lamp\"", "tomte homekit unpair \"Desk lamp\" --discard --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id, name or address of the paired accessory.")
    var accessory: String

    @Flag(help: "Delete the keys also when the accessory is not reached.")
    var discard = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingActions(kind: .homeKit, client: client).remove(
                accessory, discarding: discard, confirmation: confirmation, output: output)
        }
    }
}
