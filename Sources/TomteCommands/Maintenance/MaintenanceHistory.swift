import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte maintenance history`.
struct MaintenanceHistory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show and write down what was done to appliances and devices.",
        discussion: HelpDiscussion.discussion(
            "Without a subcommand it lists the history: see tomte maintenance history list --help. It is kept until "
                + "people delete it.",
            commands: "tomte maintenance history", "tomte maintenance history list --appliance Dishwasher",
            "tomte maintenance history add \"New pump\" --appliance Dishwasher",
            "tomte maintenance history export --format csv -o history.csv"),
        subcommands: [
            ServiceHistoryList.self, ServiceHistoryAdd.self, ServiceHistoryEdit.self, ServiceHistoryRemove.self,
            ServiceHistoryClear.self, ServiceHistoryExportCommand.self,
        ], defaultSubcommand: ServiceHistoryList.self)
}

/// Selects an appliance or a device.
struct ServiceSubjectOptions: ParsableArguments {
    @Option(help: "Id or name of an appliance; of one that has left the home, its id.")
    var appliance: String?

    @Option(help: "Id or name of a device.")
    var device: DeviceArgument?

    func validate() throws {
        guard appliance == nil || device == nil else {
            throw ValidationError("Give either --appliance or --device.")
        }
    }

    /// Nil without an option. An unknown text that may be the id of an appliance is passed on, because the history of one
    /// that has left the home has its id.
    func subject(_ client: CLIClient) async throws(CLIError) -> ServiceSubject? {
        if let device { return .device(try await client.resolve(device).id) }
        guard let appliance else { return nil }
        do throws(CLIError) {
            return .appliance(try await client.resolveAppliance(appliance).id)
        } catch {
            guard case .notFound = error, let id = ApplianceID(appliance) else { throw error }
            return .appliance(id)
        }
    }

    /// Throws `.usage` without an option.
    func requiredSubject(_ client: CLIClient) async throws(CLIError) -> ServiceSubject {
        guard let subject = try await subject(client) else {
            throw .usage("Give the --appliance or the --device.")
        }
        return subject
    }
}

/// The subcommand `tomte maintenance history list`.
struct ServiceHistoryList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what was done, newest day first, and what it cost.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte maintenance history list", "tomte maintenance history list --device hall-lamp --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var about: ServiceSubjectOptions

    @Option(help: ArgumentHelp("The number of entries, 1 to 500 (default: 100).", valueName: "count"))
    var limit: Int?

    @Option(help: ArgumentHelp("Only entries before this one, as the list before says.", valueName: "cursor"))
    var before: String?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let subject = try await about.subject(client)
            let answer = try await client.serviceHistory(of: subject, limit: limit, before: before)
            try output.show(answer) { history, console in
                ServiceText.show(
                    history, showsSubject: subject == nil, on: console,
                    empty: "Nothing is written down here yet; see tomte maintenance history add --help.")
            }
        }
    }
}

/// What people write down about a service, as options.
struct ServiceEntryOptions: ParsableArguments {
    @Option(help: "What it cost: a decimal such as 1249.00.")
    var cost: String?

    @Option(
        help: "The currency of the cost (ISO 4217), such as SEK (default: that of the home's country).",
        transform: Currency.argument)
    var currency: Currency?

    @Option(help: ArgumentHelp("Who of the home did it: an id or a name.", valueName: "person"))
    var by: String?

    @Option(help: "The company that did it.")
    var provider: String?

    @Option(help: "A note, such as the number of the spare part.")
    var note: String?

    func validate() throws {
        guard cost != nil || currency == nil else {
            throw ValidationError("Give the cost too, such as --cost 1249 --currency SEK.")
        }
    }

    /// Sets the details that the options name.
    func apply(to body: inout ServiceEntryChangeBody, client: CLIClient) async throws(CLIError) {
        if let cost { body.cost = try await client.money(cost, in: currency ?? body.cost?.currency) }
        if let by { body.doneBy = try await client.resolvePerson(by).id.rawValue }
        if let provider { body.provider = provider }
        if let note { body.note = note }
    }
}

/// The subcommand `tomte maintenance history remove`.
struct ServiceHistoryRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete an entry of the service history.",
        discussion: HelpDiscussion.discussion(
            "Its photos are deleted with it. On a terminal it asks for confirmation first.",
            commands: "tomte maintenance history remove p4w8zk3x9d0a7q2m --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id of the entry.")
    var entry: ServiceEntryID

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try confirmation.confirm("The entry \(entry) is deleted with its photos, for good. Continue?")
            try await client.remove(entry)
            output.done { $0.line("\("✓", .good) The entry \(entry) was deleted.") }
        }
    }
}

/// The subcommand `tomte maintenance history clear`.
struct ServiceHistoryClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Delete the whole service history of an appliance.",
        discussion: HelpDiscussion.discussion(
            "This also works for an appliance that has left the home, by its id, which tomte maintenance history list "
                + "--json shows.",
            commands: "tomte maintenance history clear k3x9d0a7q2m4w8zp --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id of the appliance.")
    var appliance: ApplianceID

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try confirmation.confirm(
                "The service history of \(appliance) is deleted with its photos, for good. Continue?")
            try output.show(try await client.removeHistory(of: appliance)) { body, console in
                console.line("\("✓", .good) \(body.deleted) entries were deleted.")
            }
        }
    }
}
