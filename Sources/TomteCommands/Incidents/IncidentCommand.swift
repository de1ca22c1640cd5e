import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

extension Containment: ExpressibleByArgument {
    /// Nil also for what is only listed in an incident.
    package init?(argument: String) {
        guard let step = Self(rawValue: argument), step.isStep else { return nil }
        self = step
    }

    package static var allValueStrings: [String] { steps.map(\.rawValue) }
}

extension IncidentKind: ExpressibleByArgument {}

/// The subcommand `tomte incident`.
struct IncidentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "incident",
        abstract: "What went wrong or may have gone wrong: show it, contain it, and keep evidence.",
        discussion: HelpDiscussion.discussion(
            "Owners and admins see incidents. Begin with tomte incident open; tomte incident contain --help says what "
                + "you can stop.",
            commands: "tomte incident list", "tomte incident show 7k2mq4tz9xb1c8de",
            "tomte incident contain 7k2mq4tz9xb1c8de lockdown"),
        subcommands: [
            IncidentList.self, IncidentShow.self, IncidentOpen.self, IncidentNoteCommand.self, IncidentClose.self,
            IncidentReopen.self, IncidentRename.self, IncidentContain.self, IncidentKeys.self, IncidentExport.self,
            IncidentNoticeCommand.self, IncidentRulesCommand.self,
        ],
        defaultSubcommand: IncidentList.self)
}

/// The subcommand `tomte incident list`.
struct IncidentList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the incidents, open ones first.",
        discussion: HelpDiscussion.discussion("", commands: "tomte incident list", "tomte incident list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.incidents()) { incidents, console in
                guard !incidents.isEmpty else {
                    console.prose(
                        "No incidents. The gateway opens one when it notices something unusual; tomte incident rules "
                            + "lists what it looks for. tomte incident open opens one by hand.")
                    return
                }
                var table = Table([
                    Table.Column("ID", isNeverTruncated: true), Table.Column("OPENED", isNeverTruncated: true),
                    Table.Column("STATE"), Table.Column("WHAT"),
                ])
                for incident in incidents {
                    table.add([
                        StyledText(incident.id.rawValue), StyledText(clock.minute(incident.openedAt)),
                        StyledText(
                            incident.isOpen ? incident.isSeen ? "open" : "new" : "closed",
                            style: incident.isOpen ? .warning : nil),
                        StyledText(EscapedText(incident.title ?? incident.sentence).description),
                    ])
                }
                console.table(table)
                console.line(StyledText(clock.note))
            }
        }
    }
}

/// The subcommand `tomte incident show`.
struct IncidentShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an incident: what was noticed, notes, and what was done.",
        discussion: HelpDiscussion.discussion("", commands: "tomte incident show 7k2mq4tz9xb1c8de"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id of the incident.")
    var id: IncidentID

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            let names = await PersonNames(of: client)
            let answer = try await client.recordSeen(id)
            try output.show(answer) { incident, console in
                IncidentSheet(incident, names: names, clock: clock).show(on: console)
            }
        }
    }
}

/// The subcommand `tomte incident open`.
struct IncidentOpen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an incident by hand.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte incident open \"My phone was stolen\" --note \"On the train, at nine.\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "What happened, in one line.")
    var title: String

    @Option(help: "A first note.")
    var note: String?

    @Option(help: "What it is about, so that the fitting steps are advised.")
    var kind: IncidentKind?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.open(NewIncidentBody(title: title, note: note, kind: kind))) {
                incident, console in
                console.line("\("✓", .good) The incident is open. Id: \(incident.id.rawValue)")
            }
        }
    }
}

/// The subcommand `tomte incident note`.
struct IncidentNoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Add a note to an incident.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte incident note 7k2mq4tz9xb1c8de \"It was a guest with an old invitation.\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id of the incident.")
    var id: IncidentID

    @Argument(help: "The note.")
    var text: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.add(NewIncidentNoteBody(text: text), to: id)) { _, console in
                console.line("\("✓", .good) The note was added.")
            }
        }
    }
}

/// The subcommand `tomte incident close`.
struct IncidentClose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Close an incident.",
        discussion: HelpDiscussion.discussion(
            "The incident stays in the list. The same thing opens a new one. tomte incident reopen takes it back.",
            commands: "tomte incident close 7k2mq4tz9xb1c8de --reason \"The phone was found.\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id of the incident.")
    var id: IncidentID

    @Option(help: "What it was.")
    var reason: String?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let closed = try await client.close(id, with: IncidentClosingBody(reason: reason))
            let isLockedDown = try await client.home().body().isLockedDown
            let clock = try await HomeClockText(of: client)
            let names = await PersonNames(of: client)
            // A gateway that cannot read the plan has closed the incident all the same.
            let overlap = try? await client.keyRotationPlan().body().overlap
            try output.show(closed) { incident, console in
                console.line("\("✓", .good) The incident is closed.")
                let left = IncidentRemainder(
                    acts: incident.acts, names: names, isLockedDown: isLockedDown,
                    oldKeysEnd: overlap.map { clock.named($0.endsAt) })
                for line in left.lines { console.prose(line, after: "→ ") }
            }
        }
    }
}

/// The subcommand `tomte incident reopen`.
struct IncidentReopen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Open a closed incident again.",
        discussion: HelpDiscussion.discussion("", commands: "tomte incident reopen 7k2mq4tz9xb1c8de"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id of the incident.")
    var id: IncidentID

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.reopen(id)) { _, console in
                console.line("\("✓", .good) The incident is open again.")
            }
        }
    }
}

/// The subcommand `tomte incident rename`.
struct IncidentRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Correct the title of an incident that a person opened.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte incident rename 7k2mq4tz9xb1c8de \"My tablet was stolen\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id of the incident.")
    var id: IncidentID

    @Argument(help: "What happened, in one line.")
    var title: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.rename(id, to: IncidentTitleBody(title: title))) { _, console in
                console.line("\("✓", .good) The title was changed.")
            }
        }
    }
}

/// The subcommand `tomte incident rules`.
struct IncidentRulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List what the gateway looks for, with its numbers.",
        discussion: HelpDiscussion.discussion("", commands: "tomte incident rules", "tomte incident rules --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.incidentRules()) { rules, console in
                var table = Table([
                    Table.Column("WHAT", isNeverTruncated: true), Table.Column("RAISED BY"),
                    Table.Column("MOST A DAY"),
                ])
                for terms in rules {
                    table.add([
                        StyledText(terms.rule.words), StyledText(terms.raisedBy), StyledText("\(terms.mostPerDay)"),
                    ])
                }
                console.table(table)
            }
        }
    }
}
