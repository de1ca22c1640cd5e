import ArgumentParser

/// The subcommand `tomte audit`.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show the audit log, and verify that it was not changed.",
        discussion: HelpDiscussion.discussion("", commands: "tomte audit list --since 1d"),
        subcommands: [AuditList.self, AuditVerify.self, AuditHeadsCommand.self, AuditExport.self])
}
