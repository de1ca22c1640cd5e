import ArgumentParser

/// The subcommand `tomte rooms`.
struct RoomsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms",
        abstract: "List, add, rename and remove rooms.",
        discussion: HelpDiscussion.discussion(
            "ROOM is an id or a name. tomte devices move moves a device to another room.", commands: "tomte rooms list"),
        subcommands: [RoomsList.self, RoomsAdd.self, RoomsRename.self, RoomsRemove.self])
}
