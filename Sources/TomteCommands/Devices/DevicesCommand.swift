import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte devices`.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List, set up, provision, adopt, rename, move and remove devices.",
        discussion: HelpDiscussion.discussion(
            "DEVICE is an id, or a name that only one device has.", commands: "tomte devices list"),
        subcommands: [
            DevicesList.self, DevicesShow.self, DevicesAdopt.self, DevicesRename.self, DevicesMove.self,
            DevicesPurpose.self, DevicesSetup.self, DevicesProvision.self, DevicesCredentials.self, DevicesRemove.self,
            DevicesFindings.self, DevicesClear.self, DevicesLint.self,
        ])
}

/// The subcommand `tomte devices rename`.
struct DevicesRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a device; its id stays the same.",
        discussion: HelpDiscussion.discussion("", commands: "tomte devices rename lamp-7 \"Hall lamp\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device.")
    var device: DeviceArgument

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolve(device).id
            try output.show(try await client.change(id, change: DeviceChangeBody(name: name))) { body, console in
                console.line("\("✓", .good) \(body.id) is now called \(body.name, .strong).")
            }
        }
    }
}

/// The subcommand `tomte devices move`.
struct DevicesMove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a device to another room.",
        discussion: HelpDiscussion.discussion("", commands: "tomte devices move lamp-7 Hall"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device.")
    var device: DeviceArgument

    @Argument(help: "Id or name of the room; a new name adds a room.")
    var room: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolve(device).id
            let rooms = await KnownRooms(client)
            try output.show(try await client.change(id, change: DeviceChangeBody(room: room))) { body, console in
                console.line("\("✓", .good) \(body.name, .strong) is now in \(body.room?.name ?? "no room").")
                rooms.reportNewRoom(ofNew: body.room, console)
            }
        }
    }
}

/// The subcommand `tomte devices purpose`.
struct DevicesPurpose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purpose",
        abstract: "Set what a relay, plug or cover moves or supplies with power.",
        discussion: HelpDiscussion.discussion(
            """
            The purpose decides which commands are sensitive and need a PIN.

            \(Purpose.explanation)
            """,
            commands: "tomte devices purpose plug-2/relay-1 light", "tomte devices purpose fridge foodCooling",
            "tomte devices purpose washer hotAppliance"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device, or DEVICE/PART; without a part, every part that needs a purpose.")
    var device: DeviceArgument

    @Argument(help: "The purpose: the thing that the part moves or supplies with power.")
    var purpose: Purpose

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolve(device)
            let asking = found.parts.filter(\.asksForPurpose).map(\.id)
            let parts = device.part.map { [$0] } ?? (asking.isEmpty ? [.main] : asking)
            let purposes = Dictionary(parts.map { ($0, purpose) }, uniquingKeysWith: { $1 })
            try output.show(try await client.change(found.id, change: DeviceChangeBody(purposes: purposes))) {
                body, console in
                let names = parts.map(\.rawValue).joined(separator: ", ")
                console.line("\("✓", .good) \(body.name, .strong) \(names): \(purpose.rawValue).")
            }
        }
    }
}

/// The subcommand `tomte devices remove`.
struct DevicesRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a device from the home.",
        discussion: HelpDiscussion.discussion(
            "On a terminal it asks for confirmation first.", commands: "tomte devices remove lamp-7 --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the device.")
    var device: DeviceArgument

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolve(device)
            try confirmation.confirm("Remove \(found.name, .strong) (\(found.id)) from this home?")
            try await client.remove(found.id)
            Console.output.line("\("✓", .good) \(found.name, .strong) was removed.")
        }
    }
}
