import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte privacy consents`.
struct PrivacyConsents: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consents",
        abstract: "Show the consents of the home: their texts, and whether they are given.",
        discussion: HelpDiscussion.discussion(
            "A consent is off until an owner gives it. The security log of commands needs none.",
            commands: "tomte privacy consents", "tomte privacy consents --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.consents()) { consents, console in
                for consent in consents { ConsentText.show(consent, clock: clock, on: console) }
            }
        }
    }
}

/// The subcommand `tomte privacy consent`.
struct PrivacyConsent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Give a consent for the home, as an owner.",
        discussion: HelpDiscussion.discussion(
            "It shows the text and asks for confirmation.",
            commands: "tomte privacy consent presenceHistory", "tomte privacy consent crashReports --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "The id of the consent: crashReports or presenceHistory.")
    var id: ConsentID

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let consent = try await client.consent(id)
            if !output.isJSON { Console.output.prose(consent.text) }
            try confirmation.confirm("Give this consent for the home?")
            try output.show(try await client.give(id, version: consent.version)) { consent, console in
                console.prose("\(consent.title): given.", after: "\("✓", .good) ")
            }
        }
    }
}

/// The subcommand `tomte privacy withdraw`.
struct PrivacyWithdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraw or refuse a consent, as an owner, and delete what it allowed.",
        discussion: HelpDiscussion.discussion(
            """
            It says what will be deleted and asks for confirmation. With presenceHistory the copy of the
            database from before the last upgrade is deleted too, so the program cannot go back to its
            earlier version afterwards.
            """,
            commands: "tomte privacy withdraw presenceHistory", "tomte privacy withdraw crashReports --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "The id of the consent: crashReports or presenceHistory.")
    var id: ConsentID

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let consent = try await client.consent(id)
            let clock = try await HomeClockText(of: client)
            try confirmation.confirm("\(ConsentText.loss(of: consent, clock: clock)) Continue?")
            try output.show(try await client.withdraw(id)) { withdrawal, console in
                console.prose(ConsentText.sentence(withdrawal), after: ConsentText.mark(withdrawal))
            }
        }
    }
}

extension ConsentID: ExpressibleByArgument {}

extension CLIClient {
    /// The consent with this id, with its present text and what a withdrawal would delete.
    fileprivate func consent(_ id: ConsentID) async throws(CLIError) -> ConsentBody {
        guard let consent = try await consents().body().first(where: { $0.id == id }) else {
            throw .usage("This gateway has no consent \(id.rawValue). tomte privacy consents shows all.")
        }
        return consent
    }
}
