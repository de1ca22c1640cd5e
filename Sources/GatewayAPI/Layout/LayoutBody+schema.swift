import GatewayWire
import HomeModel

extension LayoutBody: DocumentedBody {
    static let schema = Schema.component(
        "Layout",
        .object(
            [String: Schema].layout.merging([
                "isOwn": .boolean.about("Whether it is the person's own layout; else it is the default of the home."),
                "mayChange": .boolean.about("Whether the caller may change it."),
                "version": .text(pattern: "^[0-9a-f]{32}$").about(
                    "Its version, for `If-Match`. It depends only on what the caller may see."),
            ]) { $1 }
        ).about(
            "The arrangement of the home screen, with the rooms and parts of devices that the caller may see. The lists "
                + "are empty if there is no layout."))
    static let example = LayoutBody(
        .example, isOwn: true, mayChange: true, version: "5f1d3c0a9be24876a2c4e6880a1b3c5d")
}

extension NewLayoutBody: DocumentedBody {
    static let schema = Schema.component("NewLayout", .object(.layout))
    static let example = NewLayoutBody(.example)
}

extension HomeLayout {
    fileprivate static let example = HomeLayout(
        rooms: [RoomID("kitchen")], tiles: [TileID(device: DeviceID("fridge"), part: .main)],
        favourites: [TileID(device: DeviceID("front-door"), part: .main)],
        hidden: [TileID(device: DeviceID("router"), part: .main)])
}

extension Schema {
    fileprivate static let tile = component(
        "Tile",
        .text(pattern: "^[a-z0-9][a-z0-9-]{0,63}/[a-z0-9][a-z0-9-]{0,63}$").about(
            "A part of a device: `device/part`."))
}

extension [String: Schema] {
    fileprivate static let layout: [String: Schema] = [
        "rooms": .array(of: .id, atMost: HomeLayout.maximumRooms).about(
            "The order of rooms. Rooms that it does not name come after those that it names."),
        "tiles": .array(of: .tile, atMost: HomeLayout.maximumTiles).about(
            "The order of tiles in a room. Tiles that it does not name come after those that it names."),
        "favourites": .array(of: .tile, atMost: HomeLayout.maximumTiles).about("Tiles that are shown first, in order."),
        "hidden": .array(of: .tile, atMost: HomeLayout.maximumTiles).about(
            "Tiles that are not shown. Alarms include them all the same."),
    ]
}
