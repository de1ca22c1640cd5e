/// The arrangement of the home screen: the order of rooms and tiles, the favourites and the hidden tiles.
///
/// What `rooms` and `tiles` do not name comes after what they name. A list may name rooms and devices that the home does
/// not have, or that the person may not see: these are ignored when the layout is shown.
package struct HomeLayout: Hashable, Sendable, Codable {
    package static let maximumRooms = 200
    package static let maximumTiles = 1000

    package var rooms: [RoomID]
    package var tiles: [TileID]
    /// In the order in which they are shown.
    package var favourites: [TileID]
    package var hidden: [TileID]

    package init(
        rooms: [RoomID] = [], tiles: [TileID] = [], favourites: [TileID] = [], hidden: [TileID] = []
    ) {
        self.rooms = rooms
        self.tiles = tiles
        self.favourites = favourites
        self.hidden = hidden
    }

    /// The first rule that a list breaks; nil for a valid layout.
    package var violation: Violation? {
        Violation(rooms, field: "rooms", limit: Self.maximumRooms)
            ?? Violation(tiles, field: "tiles", limit: Self.maximumTiles)
            ?? Violation(favourites, field: "favourites", limit: Self.maximumTiles)
            ?? Violation(hidden, field: "hidden", limit: Self.maximumTiles)
    }

    /// The layout without what the conditions exclude.
    package func filtered(rooms isRoom: (RoomID) -> Bool, tiles isTile: (TileID) -> Bool) -> HomeLayout {
        HomeLayout(
            rooms: rooms.filter(isRoom), tiles: tiles.filter(isTile), favourites: favourites.filter(isTile),
            hidden: hidden.filter(isTile))
    }

    /// The layout without the tiles of a device that left the home.
    package func without(_ device: DeviceID) -> HomeLayout {
        filtered(rooms: { _ in true }, tiles: { $0.device != device })
    }

    /// The layout without a room that left the home.
    package func without(_ room: RoomID) -> HomeLayout { filtered(rooms: { $0 != room }, tiles: { _ in true }) }

    /// This layout with those entries of `old` that its author could not see, each behind its predecessor in `old`.
    ///
    /// A person arranges only what they see at the moment. Without this, a guest outside the hours of a grant would lose
    /// the favourites that the grant shows.
    package func keeping(
        unseenOf old: HomeLayout, rooms seesRoom: (RoomID) -> Bool, tiles seesTile: (TileID) -> Bool
    ) -> HomeLayout {
        HomeLayout(
            rooms: Self.merge(rooms, with: old.rooms, limit: Self.maximumRooms, sees: seesRoom),
            tiles: Self.merge(tiles, with: old.tiles, limit: Self.maximumTiles, sees: seesTile),
            favourites: Self.merge(favourites, with: old.favourites, limit: Self.maximumTiles, sees: seesTile),
            hidden: Self.merge(hidden, with: old.hidden, limit: Self.maximumTiles, sees: seesTile))
    }

    private static func merge<ID: Hashable>(
        _ new: [ID], with old: [ID], limit: Int, sees: (ID) -> Bool
    ) -> [ID] {
        let named = Set(new)
        var followers: [ID?: [ID]] = [:]
        var anchor: ID?
        for id in old {
            if named.contains(id) {
                anchor = id
            } else if !sees(id) {
                followers[anchor, default: []].append(id)
            }
        }
        let merged = (followers[nil] ?? []) + new.flatMap { [$0] + (followers[$0] ?? []) }
        return Array(merged.prefix(limit))
    }
}

extension HomeLayout {
    /// A list that is too long or names something twice.
    package struct Violation: Hashable, Sendable {
        package let field: String
        package let code: String
        package let sentence: String

        fileprivate init?<ID: Hashable>(_ list: [ID], field: String, limit: Int) {
            self.field = field
            if list.count > limit {
                code = "tooMany"
                sentence = "“\(field)” has \(list.count) entries; at most \(limit) fit."
            } else if Set(list).count < list.count {
                code = "repeated"
                sentence = "“\(field)” names an entry twice; name each only once."
            } else {
                return nil
            }
        }
    }
}
