import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte maintenance done`.
struct MaintenanceDone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Mark a maintenance task as done, and write that into the service history.",
        discussion: HelpDiscussion.discussion(
            """
            --undo works until the task is done again or its schedule changes. An entry with photos is
            deleted only with --with-photos.
            """,
            commands: "tomte maintenance done \"Clean the drum\"",
            "tomte maintenance done \"Clean the drum\" --day 2026-11-20 --photo a.jpg",
            "tomte maintenance done f2m4w8zpk3x9d0a7 --cost 249 --currency SEK",
            "tomte maintenance done f2m4w8zpk3x9d0a7 --undo"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var details: ServiceEntryOptions

    @Argument(help: "Id or title of the task.")
    var task: String

    @Option(
        help: ArgumentHelp("The day on which it was done (default: today at home).", valueName: "date"),
        transform: LocalDate.argument)
    var day: LocalDate?

    @Option(
        help: ArgumentHelp(
            "A JPEG, PNG, WebP or HEIC file for the entry in the history; may be given several times.",
            valueName: "file"), completion: .file())
    var photo: [String] = []

    @Flag(help: "Take back that it was marked as done, and remove the entry from the history.")
    var undo = false

    @Flag(help: "With --undo: also delete the photos of the entry. They cannot be had back.")
    var withPhotos = false

    func validate() throws {
        guard !undo || day == nil && photo.isEmpty else {
            throw ValidationError("Use --undo without --day and --photo.")
        }
        guard undo || !withPhotos else { throw ValidationError("--with-photos needs --undo.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let known = try await client.resolveTask(task)
            if undo { return try await takeBack(known, client: client) }
            // The day of the body is only a placeholder for the options of an entry.
            var entry = ServiceEntryChangeBody(day: day ?? .first, title: known.title)
            try await details.apply(to: &entry, client: client)
            let body = MaintenanceDoneBody(
                day: day, note: entry.note, cost: entry.cost, doneBy: entry.doneBy, provider: entry.provider)
            // A file that cannot be read is reported before the task is marked.
            var photos: [Data] = []
            for file in photo { photos.append(try AttachmentSource.content(of: file)) }
            let answer = try await client.markDone(known.id, with: body)
            try output.show(answer) { task, console in
                let next = task.nextDate.map { " Next on \($0)." } ?? ""
                console.line("\("✓", .good) \(task.title, .strong) of \(task.name) is done.\(next)")
                guard let entry = task.doneEntry, photos.isEmpty else { return }
                console.line("  Add photos of it: tomte appliances photo add --entry \(entry) FILE")
            }
            if let entry = try answer.body().doneEntry { try await add(photos, to: entry, client: client) }
        }
    }

    private func takeBack(_ task: MaintenanceTaskBody, client: CLIClient) async throws(CLIError) {
        let photos = withPhotos ? try await photoCount(of: task, client: client) : 0
        do throws(CLIError) {
            try output.show(try await client.undoDone(task.id, photos: photos)) { task, console in
                console.line("\("✓", .good) \(task.title, .strong) of \(task.name) is not done any more.")
            }
        } catch {
            throw MaintenanceDoneText.error(error, undoing: task.id)
        }
    }

    private func photoCount(of task: MaintenanceTaskBody, client: CLIClient) async throws(CLIError) -> Int {
        guard let entry = task.doneEntry else { return 0 }
        return try await client.attachments(of: .serviceEntry(entry)).body().count
    }

    private func add(
        _ photos: [Data], to entry: ServiceEntryID, client: CLIClient
    ) async throws(CLIError) {
        for (content, file) in zip(photos, photo) {
            do throws(CLIError) {
                _ = try await client.add(.photo, content: content, title: nil, to: .serviceEntry(entry), as: .random())
            } catch {
                let name = EscapedText(file, limit: 200)
                Console.errors.prose(
                    "The task is done, but \(name) was not added. Try again with tomte appliances photo add --entry "
                        + "\(entry) FILE.")
                throw error
            }
        }
        guard !photos.isEmpty, !output.isJSON else { return }
        let words = photos.count == 1 ? "photo was" : "photos were"
        Console.output.line("\("✓", .good) \(photos.count) \(words) added.")
    }
}

/// Describes why a task cannot be marked as not done.
enum MaintenanceDoneText {
    /// Photographs keep their entry until the command says that they are deleted too; the API asks for their number instead.
    static func error(_ error: CLIError, undoing task: MaintenanceTaskID) -> CLIError {
        guard case .problem(let problem) = error, problem.code == "hasPhotographs" else { return error }
        return .invalid(
            "The entry of the service history has photos, which would be deleted with it; nothing was changed. To delete "
                + "them too: tomte maintenance done \(task) --undo --with-photos")
    }
}

/// The subcommand `tomte maintenance snooze`.
struct MaintenanceSnooze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Do not show a task as due until a day.",
        discussion: HelpDiscussion.discussion(
            "The date of the task stays. Without a day it is hidden for a week.",
            commands: "tomte maintenance snooze \"Clean the drum\"",
            "tomte maintenance snooze \"Clean the drum\" --until 2026-12-06",
            "tomte maintenance snooze \"Clean the drum\" --end"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or title of the task.")
    var task: String

    @Option(
        help: ArgumentHelp("The day on which it is shown again (default: in a week).", valueName: "date"),
        transform: LocalDate.argument)
    var until: LocalDate?

    @Flag(help: "Show it again now.")
    var end = false

    func validate() throws {
        guard until == nil || !end else { throw ValidationError("Use either --until or --end.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let known = try await client.resolveTask(task)
            var day = until
            if day == nil, !end { day = try await client.todayAtHome().adding(days: 7) }
            try output.show(try await client.snooze(known.id, until: day)) { task, console in
                let end = task.snoozedUntil.map { "is hidden until \($0)" } ?? "is shown again"
                console.line("\("✓", .good) \(task.title, .strong) of \(task.name) \(end).")
            }
        }
    }
}

/// The subcommand `tomte maintenance remove`.
struct MaintenanceRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete a maintenance task; its service history stays.",
        discussion: HelpDiscussion.discussion(
            "On a terminal it asks for confirmation first.",
            commands: "tomte maintenance remove f2m4w8zpk3x9d0a7 --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or title of the task.")
    var task: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let known = try await client.resolveTask(task)
            try confirmation.confirm(
                "The task \(known.title) of \(known.name) is deleted, with what it has counted. Continue?")
            try await client.remove(known.id)
            output.done { $0.line("\("✓", .good) The task \(known.title, .strong) was deleted.") }
        }
    }
}
