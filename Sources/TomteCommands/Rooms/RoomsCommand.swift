import ArgumentParser

struct RoomsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms",
        abstract: "List, add, rename and remove rooms.",
        discussion: Example.discussion(
            "ROOM is an id, or a name. tomte devices move puts a device into one.", "tomte rooms list"),
        subcommands: [RoomsList.self, RoomsAdd.self, RoomsRename.self, RoomsRemove.self])
}
