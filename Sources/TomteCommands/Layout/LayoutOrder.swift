import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte layout order`.
struct LayoutOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Set the order of rooms, of devices in their rooms, or of favourites.",
        discussion: HelpDiscussion.discussion(
            "What is named comes first, in this order; the others follow as before.",
            commands: "tomte layout order kitchen hall --as anna",
            "tomte layout order --of devices ceiling-lamp fridge --as anna",
            "tomte layout order --of favourites front-door kitchen-lamp --default"))

    /// The values of `--of`.
    enum Subject: String, ExpressibleByArgument, CaseIterable { case rooms, devices, favourites }

    @OptionGroup var target: LayoutTarget

    @Option(help: "What to order.")
    var of = Subject.rooms

    @Argument(help: "Ids or names, in order: rooms, or devices (DEVICE/PART for one of the parts).")
    var names: [String]

    func run() async throws(CLIError) {
        try await target.gateway.withClient { client throws(CLIError) in
            switch of {
            case .rooms:
                var rooms: [RoomID] = []
                for name in names { rooms.append(try await client.resolveRoom(name).id) }
                let order = rooms
                try await target.change(client, sentence: "The order of rooms is set.") {
                    $0.rooms = $0.rooms.moved(toFront: order)
                }
            case .devices:
                let tiles = try await tiles(client)
                try await target.change(client, sentence: "The order of devices is set.") {
                    $0.tiles = $0.tiles.moved(toFront: tiles)
                }
            case .favourites:
                let tiles = try await tiles(client)
                try await target.change(client, sentence: "The order of favourites is set.") { layout in
                    // Only favourites are ordered: a name that is none stays out.
                    let known = Set(layout.favourites)
                    layout.favourites = layout.favourites.moved(toFront: tiles.filter(known.contains))
                }
            }
        }
    }

    private func tiles(_ client: CLIClient) async throws(CLIError) -> [TileID] {
        var tiles: [TileID] = []
        for name in names {
            guard let device = DeviceArgument(argument: name) else {
                throw .usage("“\(EscapedText(name, limit: 100))” is neither DEVICE nor DEVICE/PART.")
            }
            tiles += try device.tiles(of: try await client.resolve(device))
        }
        return tiles
    }
}

extension Array where Element: Hashable {
    /// `first` without repetitions, followed by the other elements in their order.
    fileprivate func moved(toFront first: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return (first + self).filter { seen.insert($0).inserted }
    }
}
