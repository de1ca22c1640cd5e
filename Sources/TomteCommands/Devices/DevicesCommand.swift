import ArgumentParser

/// The subcommand `tomte devices`.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List, provision, adopt, rename, move and remove devices.",
        discussion: HelpDiscussion.discussion(
            "DEVICE is an id, or a name that only one device has.", commands: "tomte devices list"),
        subcommands: [
            DevicesList.self, DevicesShow.self, DevicesAdopt.self, DevicesRename.self, DevicesMove.self,
            DevicesPurpose.self, DevicesProvision.self, DevicesCredentials.self, DevicesRemove.self,
            DevicesFindings.self, DevicesClear.self, DevicesLint.self,
        ])
}
