import ArgumentParser

/// The subcommand `tomte privacy`.
struct PrivacyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy",
        abstract: "Show and change what the home may keep about people.",
        discussion: HelpDiscussion.discussion("", commands: "tomte privacy consents"),
        subcommands: [PrivacyConsents.self, PrivacyConsent.self, PrivacyWithdraw.self, CrashReportsCommand.self])
}
