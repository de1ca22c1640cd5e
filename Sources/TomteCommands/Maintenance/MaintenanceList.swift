import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte maintenance list`.
struct MaintenanceList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the maintenance tasks, the most urgent one first.",
        discussion: HelpDiscussion.discussion(
            "--due lists what is due now or soon, with the low batteries.",
            commands: "tomte maintenance list", "tomte maintenance list --due",
            "tomte maintenance list --appliance \"Heat pump\" --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var about: ServiceSubjectOptions

    @Flag(help: "Only what is due now or soon, and the low batteries.")
    var due = false

    func validate() throws {
        guard !due || about.appliance == nil && about.device == nil else {
            throw ValidationError("--due lists all of the home; use it alone.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            if due {
                return try output.show(try await client.dueMaintenance()) { body, console in
                    MaintenanceText.show(body, on: console)
                }
            }
            let subject = try await about.subject(client)
            try output.show(try await client.maintenanceTasks(of: subject)) { tasks, console in
                guard !tasks.isEmpty else {
                    return console.prose(
                        "There are no tasks yet; tomte maintenance suggest shows usual ones for a device or appliance.")
                }
                console.table(MaintenanceText.table(tasks))
            }
        }
    }
}

/// The subcommand `tomte maintenance batteries`.
struct MaintenanceBatteries: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batteries",
        abstract: "List the batteries of all devices, the most urgent one first.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte maintenance batteries", "tomte maintenance batteries --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.batteries()) { batteries, console in
                guard !batteries.isEmpty else { return console.line("No device reports a battery.") }
                console.table(MaintenanceText.table(batteries, now: Timestamp(Date())))
            }
        }
    }
}

/// The subcommand `tomte maintenance suggest`.
struct MaintenanceSuggest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Show the usual tasks for an appliance or a device.",
        discussion: HelpDiscussion.discussion(
            "None of them exists before you add it with tomte maintenance add.",
            commands: "tomte maintenance suggest --appliance \"Heat pump\"",
            "tomte maintenance suggest --device hall-smoke --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var about: ServiceSubjectOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let subject = try await about.requiredSubject(client)
            try output.show(try await client.maintenanceSuggestions(for: subject)) { suggestions, console in
                guard !suggestions.isEmpty else { return console.line("There are no usual tasks for it.") }
                var table = Table([Table.Column("TASK"), Table.Column("WHEN")])
                for suggestion in suggestions {
                    table.add([
                        StyledText(suggestion.title), StyledText(MaintenanceText.words(suggestion.schedule)),
                    ])
                }
                console.table(table)
            }
        }
    }
}
