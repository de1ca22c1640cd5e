import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte privacy`.
struct PrivacyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy",
        abstract: "Show, export and erase what the home stores about people, and answer its consents.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte privacy show", "tomte privacy notice", "tomte privacy consents",
            "tomte privacy export anna --output anna.zip", "tomte privacy erase anna"),
        subcommands: [
            PrivacyShow.self, PrivacyNoticeCommand.self, PrivacyConsents.self, PrivacyConsent.self,
            PrivacyWithdraw.self, PrivacyExport.self, PrivacyErase.self, PrivacyErasures.self,
            CrashReportsCommand.self,
        ],
        defaultSubcommand: PrivacyShow.self)
}

/// The subcommand `tomte privacy show`.
struct PrivacyShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List every kind of data that the home stores, or show one kind.",
        discussion: HelpDiscussion.discussion(
            """
            Each kind has a class: public, internal, confidential, sensitive or secret. Who may
            change settings also sees how much of each kind is stored now. With --json the list
            is a document for programs, in which ids and codes stay the same in later versions.
            """,
            commands: "tomte privacy show", "tomte privacy show audit log", "tomte privacy show --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The kind of data, as the list names it, or its id.")
    var kind: [String] = []

    func validate() throws {
        guard kind.isEmpty || !output.isJSON else {
            throw ValidationError("--json prints the whole list. Leave out the kind.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let answer = try await client.privacy()
            let shown: StoredDataKindBody? =
                try kind.isEmpty ? nil : Self.kind(kind.joined(separator: " "), in: answer.body())
            try output.show(answer) { privacy, console in
                if let shown {
                    for line in StoredDataSheet(shown).lines { console.prose(line.text, after: line.label) }
                } else {
                    console.table(StoredDataSheet.table(privacy.kinds))
                    console.prose(
                        "tomte privacy show KIND says what a kind is, why it is stored, where, and who may see it.")
                }
            }
        }
    }

    private static func kind(_ text: String, in privacy: PrivacyBody) throws(CLIError) -> StoredDataKindBody {
        let name = text.lowercased()
        guard let kind = privacy.kinds.first(where: { [$0.id, $0.title].map { $0.lowercased() }.contains(name) }) else {
            throw .invalid(
                "There is no kind of data “\(EscapedText(text, limit: 64))”. tomte privacy show lists all kinds.")
        }
        return kind
    }
}

/// The subcommand `tomte privacy notice`.
struct PrivacyNoticeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice",
        abstract: "Show the privacy notice, and when you saw it.",
        discussion: HelpDiscussion.discussion(
            "Each new person sees it once, on the page or when a terminal is paired.",
            commands: "tomte privacy notice", "tomte privacy notice --gateway home --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.privacyNotice()) { notice, console in
                PrivacyNoticeSheet(notice).show(on: console)
                if let version = notice.seenVersion, let time = notice.seenAt {
                    console.prose("You saw version \(version) on \(clock.date(time)).")
                }
            }
        }
    }
}
