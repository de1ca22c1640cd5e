package import HomeModel

/// The layout of the home screen as the caller gets it, in `GET /home` and in the answers about layouts. It names only
/// rooms and parts of devices that the caller may see.
package struct LayoutBody: Codable, Sendable {
    /// Rooms that the list does not name come after those that it names.
    package let rooms: [RoomID]
    /// Tiles that the list does not name come after those that it names.
    package let tiles: [TileID]
    package let favourites: [TileID]
    package let hidden: [TileID]
    /// Whether it is the person's own one, and not the default of the home.
    package let isOwn: Bool
    /// Whether the caller may change it.
    package let mayChange: Bool
    /// The version for `If-Match`: equal layouts have equal versions.
    package let version: String

    package init(_ layout: HomeLayout, isOwn: Bool, mayChange: Bool, version: String) {
        rooms = layout.rooms
        tiles = layout.tiles
        favourites = layout.favourites
        hidden = layout.hidden
        self.isOwn = isOwn
        self.mayChange = mayChange
        self.version = version
    }

    package var layout: HomeLayout {
        HomeLayout(rooms: rooms, tiles: tiles, favourites: favourites, hidden: hidden)
    }
}

/// `PUT /layout` and `PUT /home/layout`: a whole layout, which replaces the stored one.
package struct NewLayoutBody: Codable, Sendable {
    package let rooms: [RoomID]
    package let tiles: [TileID]
    package let favourites: [TileID]
    package let hidden: [TileID]

    package init(_ layout: HomeLayout) {
        rooms = layout.rooms
        tiles = layout.tiles
        favourites = layout.favourites
        hidden = layout.hidden
    }

    package var layout: HomeLayout {
        HomeLayout(rooms: rooms, tiles: tiles, favourites: favourites, hidden: hidden)
    }
}
