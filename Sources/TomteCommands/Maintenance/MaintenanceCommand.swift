import ArgumentParser

/// The subcommand `tomte maintenance`.
struct MaintenanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maintenance",
        abstract: "Look after appliances and devices.",
        discussion: HelpDiscussion.discussion(
            "Owners and admins can maintain the home. tomte appliances has the inventory.",
            commands: "tomte maintenance history",
            "tomte maintenance history add \"New filter\" --appliance \"Heat pump\""),
        subcommands: [MaintenanceHistory.self])
}
