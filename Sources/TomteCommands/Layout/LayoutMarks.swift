import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte layout favourite`.
struct LayoutFavourite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourite",
        abstract: "Show devices first, among the favourites.",
        discussion: HelpDiscussion.discussion(
            "New favourites come last; tomte layout order --of favourites changes their order.",
            commands: "tomte layout favourite kitchen-lamp --as anna",
            "tomte layout favourite front-door heat-pump/main --default"))

    @OptionGroup var target: LayoutTarget
    @OptionGroup var marked: MarkedDevices

    func run() async throws(CLIError) {
        try await marked.change(target, words: ("is a favourite", "are favourites")) { layout, tiles in
            layout.favourites = layout.favourites.adding(tiles)
        }
    }
}

/// The subcommand `tomte layout unfavourite`.
struct LayoutUnfavourite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfavourite",
        abstract: "Remove devices from the favourites.",
        discussion: HelpDiscussion.discussion("", commands: "tomte layout unfavourite kitchen-lamp --as anna"))

    @OptionGroup var target: LayoutTarget
    @OptionGroup var marked: MarkedDevices

    func run() async throws(CLIError) {
        try await marked.change(target, words: ("is no favourite", "are no favourites")) { layout, tiles in
            layout.favourites.removeAll(where: tiles.contains)
        }
    }
}

/// The subcommand `tomte layout hide`.
struct LayoutHide: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide",
        abstract: "Hide devices on the home screen.",
        discussion: HelpDiscussion.discussion(
            "A hidden device can still be found and used, and its alarms are shown.",
            commands: "tomte layout hide router --default", "tomte layout hide meter/phase-2 --as anna"))

    @OptionGroup var target: LayoutTarget
    @OptionGroup var marked: MarkedDevices

    func run() async throws(CLIError) {
        try await marked.change(target, words: ("is hidden", "are hidden")) { layout, tiles in
            layout.hidden = layout.hidden.adding(tiles)
        }
    }
}

/// The subcommand `tomte layout show`.
struct LayoutShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show hidden devices again.",
        discussion: HelpDiscussion.discussion("", commands: "tomte layout show router --default"))

    @OptionGroup var target: LayoutTarget
    @OptionGroup var marked: MarkedDevices

    func run() async throws(CLIError) {
        try await marked.change(target, words: ("is shown", "are shown")) { layout, tiles in
            layout.hidden.removeAll(where: tiles.contains)
        }
    }
}

/// The devices whose mark in a layout a subcommand changes.
struct MarkedDevices: ParsableArguments {
    @Argument(help: "Ids or names of devices, or DEVICE/PART for one of the parts.")
    var devices: [DeviceArgument]

    /// Changes the layout of `target`. `words` complete the sentence about one device and about several.
    func change(
        _ target: LayoutTarget, words: (one: String, several: String),
        edit: @escaping @Sendable (inout HomeLayout, [TileID]) -> Void
    ) async throws(CLIError) {
        try await target.gateway.withClient { [devices] client throws(CLIError) in
            var (tiles, titles): ([TileID], [String]) = ([], [])
            for device in devices {
                let found = try await client.resolve(device)
                tiles += try device.tiles(of: found)
                titles.append(device.title(of: found))
            }
            let sentence: StyledText =
                "\(titles.joined(separator: ", "), .strong) \(titles.count == 1 ? words.one : words.several)."
            try await target.change(client, sentence: sentence) { edit(&$0, tiles) }
        }
    }
}

extension DeviceArgument {
    /// The tiles of the part that the argument names; those of all parts if it names none.
    func tiles(of body: DeviceBody) throws(CLIError) -> [TileID] {
        try checkPart(in: body)
        return (part.map { [$0] } ?? body.parts.map(\.id)).map { TileID(device: body.id, part: $0) }
    }
}

extension [TileID] {
    /// The list with those of `tiles` at its end that it does not contain yet.
    fileprivate func adding(_ tiles: [TileID]) -> [TileID] { tiles.reduce(self) { $0.contains($1) ? $0 : $0 + [$1] } }
}
