import ArgumentParser

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Read the record of who did what, and prove that nobody changed it.",
        discussion: Example.discussion("", "tomte audit list --since 1d"),
        subcommands: [AuditList.self, AuditVerify.self, AuditHeadsCommand.self, AuditExport.self])
}
