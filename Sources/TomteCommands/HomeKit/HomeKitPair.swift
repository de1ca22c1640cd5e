import ArgumentParser

/// The subcommand `tomte homekit pair`.
struct HomeKitPair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair with a HomeKit accessory by the code that is printed on it.",
        discussion: HelpDiscussion.discussion(
            """
            The code is asked for and not shown; without a terminal it is read from the first line of standard input. \
            It is XXX-XX-XXX, its eight digits, or the text of the QR code, which begins with X-HM://. The label of the \
            accessory, its manual or its display shows it. The gateway does not store it.

            The accessory counts wrong codes: after some of them it accepts no more until it is restarted or reset. \
            Without ACCESSORY, the one that can be paired is taken, or you choose one. Its devices are adopted \
            afterwards. An accessory that was reset is paired again in the same way; its devices in the home stay.
            """,
            commands: "tomte homekit pair", "tomte homekit pair \"Desk lamp\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the accessory.")
    var accessory: String?

    /// Taken only to say why a code does not belong here.
    @Argument(help: .hidden)
    var surplus: String?

    func validate() throws { try PairingAttempt.refuseCodes(among: [accessory, surplus], of: .homeKit) }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try await PairingAttempt(kind: .homeKit, client: client, output: output).run(accessory)
        }
    }
}
