import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte rooms`.
struct RoomsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms",
        abstract: "List, add, rename and remove rooms.",
        discussion: HelpDiscussion.discussion(
            "ROOM is an id or a name. tomte devices move moves a device to another room.", commands: "tomte rooms list"),
        subcommands: [RoomsList.self, RoomsAdd.self, RoomsRename.self, RoomsRemove.self])
}

/// The subcommand `tomte rooms list`.
struct RoomsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the home's rooms.",
        discussion: HelpDiscussion.discussion("", commands: "tomte rooms list", "tomte rooms list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.rooms()) { rooms, console in
                guard !rooms.isEmpty else {
                    return console.line("There are no rooms yet; add one with tomte rooms add NAME.")
                }
                var table = Table([Table.Column("ID"), Table.Column("NAME")])
                for room in rooms { table.add([StyledText(room.id.rawValue), StyledText(room.name)]) }
                console.table(table)
            }
        }
    }
}

/// The subcommand `tomte rooms add`.
struct RoomsAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a room.",
        discussion: HelpDiscussion.discussion("", commands: "tomte rooms add \"Utility room\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Name of the room: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.addRoom(RoomNameBody(name: name))) { room, console in
                console.line("\("✓", .good) The room \(room.name, .strong) was added. Id: \(room.id)")
            }
        }
    }
}

/// The subcommand `tomte rooms rename`.
struct RoomsRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a room; its id stays the same.",
        discussion: HelpDiscussion.discussion("", commands: "tomte rooms rename hall \"Entrance hall\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the room.")
    var room: String

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolveRoom(room).id
            try output.show(try await client.rename(id, room: RoomNameBody(name: name))) { room, console in
                console.line("\("✓", .good) The room \(room.id) is now called \(room.name, .strong).")
            }
        }
    }
}

/// The subcommand `tomte rooms remove`.
struct RoomsRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a room; its devices then have no room.",
        discussion: HelpDiscussion.discussion(
            "A room that a grant or deny names cannot be removed. On a terminal it asks for confirmation first.",
            commands: "tomte rooms remove hall --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the room.")
    var room: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolveRoom(room)
            try confirmation.confirm("Remove \(found.name, .strong) (\(found.id)) from this home?")
            try await client.remove(found.id)
            Console.output.line("\("✓", .good) The room \(found.name, .strong) was removed.")
        }
    }
}

/// The rooms before a change that may add one. A misspelt name adds a room too, so each new room is reported.
struct KnownRooms: Sendable {
    /// Nil when the caller may not list rooms.
    private let ids: Set<RoomID>?

    init(_ client: CLIClient) async {
        ids = (try? await client.rooms().body()).map { Set($0.map(\.id)) }
    }

    init(_ ids: Set<RoomID>) { self.ids = ids }

    /// Prints a note when `room` did not exist before.
    func reportNewRoom(ofNew room: RoomBody?, _ console: Console) {
        guard let sentence = sentence(ofNew: room) else { return }
        console.prose(sentence, after: "\("!", .warning) ")
    }

    func sentence(ofNew room: RoomBody?) -> String? {
        guard let room, let ids, !ids.contains(room.id) else { return nil }
        return "\(room.name) is a new room. tomte rooms list shows all rooms; tomte rooms remove \(room.id) removes it."
    }
}
