import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte maintenance add`.
struct MaintenanceAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a maintenance task for an appliance or a device.",
        discussion: HelpDiscussion.discussion(
            """
            A task is due by the calendar (--every, --each, --on), after so much use (--after), or when a device reports
            something (--when). Low batteries need no task.
            """,
            commands: "tomte maintenance add Filter --appliance \"Heat pump\" --after 500h --watts 100",
            "tomte maintenance add Drum --appliance Washer --after \"60 cycles\"",
            "tomte maintenance add Filter --device ac --every \"6 months\" --next 2027-05-12",
            "tomte maintenance add Service --appliance \"Heat pump\" --each October",
            "tomte maintenance add Filter --device purifier --when \"filterLife<=10\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var about: ServiceSubjectOptions
    @OptionGroup var schedule: MaintenanceScheduleOptions

    @Argument(help: "What is to be done, in one line.")
    var title: String

    @Option(help: "A note, such as how to do it.")
    var note: String?

    @Flag(help: "It protects people, such as the test of a smoke alarm.")
    var safety = false

    @Option(
        help: ArgumentHelp(
            "The day on which it was last done; use and --every are counted from then on.", valueName: "date"),
        transform: LocalDate.argument)
    var lastDone: LocalDate?

    func validate() throws {
        guard schedule.count == 1 else {
            throw ValidationError("Say when it is due: --every, --each, --on, --after or --when.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let subject = try await about.requiredSubject(client)
            guard let schedule = try await schedule.schedule(of: subject, lastDone: lastDone, client: client) else {
                return
            }
            let body = NewMaintenanceTaskBody(
                subject, title: title, note: note, schedule: schedule, isSafety: safety, lastDone: lastDone)
            try output.show(try await client.add(body)) { task, console in
                let words = MaintenanceText.words(task.schedule)
                console.line("\("✓", .good) \(task.title, .strong) of \(task.name): \(words). Id: \(task.id)")
            }
        }
    }
}

/// The subcommand `tomte maintenance edit`.
struct MaintenanceEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a maintenance task.",
        discussion: HelpDiscussion.discussion(
            "What no option names stays as it is. A new schedule begins again.",
            commands: "tomte maintenance edit f2m4w8zpk3x9d0a7 --title \"Clean both filters\"",
            "tomte maintenance edit \"Clean the drum\" --after \"80 cycles\"",
            "tomte maintenance edit \"Clean the drum\" --clear-note"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var schedule: MaintenanceScheduleOptions

    @Argument(help: "Id or title of the task.")
    var task: String

    @Option(help: "What is to be done, in one line.")
    var title: String?

    @Option(help: "A note, such as how to do it.")
    var note: String?

    @Flag(help: "Remove the note.")
    var clearNote = false

    @Flag(inversion: .prefixedNo, help: "It protects people, such as the test of a smoke alarm.")
    var safety: Bool?

    func validate() throws {
        guard note == nil || !clearNote else { throw ValidationError("Use either --note or --clear-note.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let known = try await client.resolveTask(task)
            var body = MaintenanceTaskChangeBody(known)
            if let title { body.title = title }
            if let note { body.note = note }
            if clearNote { body.note = nil }
            if let safety { body.isSafety = safety }
            let subject =
                known.appliance.map { ServiceSubject.appliance($0) } ?? known.device.map { ServiceSubject.device($0) }
            if let subject,
                let new = try await schedule.schedule(of: subject, lastDone: known.doneOn, client: client)
            {
                body.schedule = new
            }
            try output.show(try await client.set(body, of: known.id, replacing: known.revision)) { changed, console in
                let words = MaintenanceText.words(changed.schedule)
                console.line("\("✓", .good) \(changed.title, .strong) of \(changed.name): \(words).")
            }
        }
    }
}
