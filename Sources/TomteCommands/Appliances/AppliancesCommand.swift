import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte appliances`.
struct AppliancesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appliances",
        abstract: "Write down the appliances of the home, with their warranties, manuals and repairs.",
        discussion: HelpDiscussion.discussion(
            """
            APPLIANCE is an id or a name. Owners and admins can use the inventory. What was done to an
            appliance is in its service history: see tomte maintenance history --help.
            """,
            commands: "tomte appliances list", "tomte appliances add Dishwasher --room Kitchen --warranty 2028-05-02",
            "tomte appliances show Dishwasher"),
        subcommands: [
            AppliancesList.self, AppliancesShow.self, AppliancesAdd.self, AppliancesEdit.self, AppliancesRemove.self,
            AppliancesHistory.self, AppliancesPhoto.self, AppliancesManual.self, AppliancesExport.self,
            AppliancesImport.self,
        ])
}

/// The subcommand `tomte appliances list`.
struct AppliancesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the home's appliances.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte appliances list", "tomte appliances list --room Kitchen",
            "tomte appliances list --room Kitchen --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "Only the appliances in this room: its id or name.")
    var room: String?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            var wanted: RoomID?
            if let room { wanted = try await client.resolveRoom(room).id }
            try output.show(try await client.appliances(in: wanted)) { appliances, console in
                guard !appliances.isEmpty else {
                    return console.line("There are no appliances here yet; add one with tomte appliances add NAME.")
                }
                console.table(ApplianceText.table(appliances))
            }
        }
    }
}

/// The subcommand `tomte appliances show`.
struct AppliancesShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an appliance, its tasks, photos and manuals, its last services, and what they cost.",
        discussion: HelpDiscussion.discussion(
            """
            --json prints only the appliance. The others are in tomte maintenance list, tomte appliances
            photo list and tomte appliances history.
            """,
            commands: "tomte appliances show Dishwasher", "tomte appliances show k3x9d0a7q2m4w8zp --json"))

    /// The entries that are shown below the appliance.
    private static let shownEntries = 5

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the appliance.")
    var appliance: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolveAppliance(appliance).id
            let answer = try await client.appliance(id)
            if output.isJSON { return Console.output.json(answer.bytes) }
            let tasks = try await client.maintenanceTasks(of: .appliance(id)).body()
            let files = try await client.attachments(of: .appliance(id)).body()
            let history = try await client.serviceHistory(of: .appliance(id), limit: Self.shownEntries).body()
            let clock = try await HomeClockText(of: client)
            let console = Console.output
            console.lines(ApplianceText.sheet(try answer.body()))
            if !tasks.isEmpty {
                console.line()
                console.table(MaintenanceText.table(tasks))
            }
            if !files.isEmpty {
                console.line()
                console.table(AttachmentText.table(files, clock: clock))
            }
            guard !history.entries.isEmpty else { return }
            console.line()
            console.table(ServiceText.table(history.entries, showsSubject: false))
            console.lines(ServiceText.costLines(history.costs))
        }
    }
}

/// The subcommand `tomte appliances history`.
struct AppliancesHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what was done to an appliance, and what it cost.",
        discussion: HelpDiscussion.discussion(
            "tomte maintenance history add writes an entry, and tomte maintenance history lists those of all appliances.",
            commands: "tomte appliances history Dishwasher", "tomte appliances history Dishwasher --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the appliance.")
    var appliance: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolveAppliance(appliance)
            let answer = try await client.serviceHistory(
                of: .appliance(found.id), limit: ServiceFilter.limitBounds.upperBound)
            try output.show(answer) { history, console in
                ServiceText.show(
                    history, showsSubject: false, on: console, empty: "Nothing was done to \(found.name) yet.")
            }
        }
    }
}

/// The subcommand `tomte appliances remove`.
struct AppliancesRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an appliance, and keep or delete its service history.",
        discussion: HelpDiscussion.discussion(
            """
            Its photos, its manuals and its maintenance tasks are deleted with it. A history that is kept
            stays under the name of the appliance; tomte maintenance history shows it. On a terminal it
            asks for confirmation first.
            """,
            commands: "tomte appliances remove Dishwasher --history keep",
            "tomte appliances remove k3x9d0a7q2m4w8zp --history delete --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the appliance.")
    var appliance: String

    @Option(help: "What becomes of the service history: keep or delete (required if there is one).")
    var history: HistoryDisposal?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolveAppliance(appliance)
            let loss = history == .delete ? ", tasks and service history" : " and tasks"
            try confirmation.confirm(
                "Remove the appliance \(found.name, .strong) (\(found.id)), with its photos, manuals\(loss)?")
            try await client.remove(found.id, history: history)
            output.done { $0.line("\("✓", .good) The appliance \(found.name, .strong) was removed.") }
        }
    }
}

extension HistoryDisposal: ExpressibleByArgument {}
