import Crypto
package import HomeModel

/// The layout of the home screen that one identity gets, with what this identity may see of it.
package struct EffectiveLayout: Hashable, Sendable {
    package let layout: HomeLayout
    /// Whether it is the person's own one, and not the default of the home.
    package let isOwn: Bool
    /// Whether the identity may have a layout of its own.
    package let mayChange: Bool

    /// The version of `layout`: equal layouts have equal versions. It depends only on what the identity may see.
    package var version: String { layout.version }
}

extension HomeLayout {
    /// 32 hexadecimal digits of a digest. Ids contain no line breaks.
    var version: String {
        let lists = [rooms.map(\.description)] + [tiles, favourites, hidden].map { $0.map(\.description) }
        let text = lists.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
        return SHA256.hash(data: Array(text.utf8)).prefix(16).hexadecimal
    }
}

/// What an identity may see of the home, as far as a layout names it.
struct LayoutVisibility: Sendable {
    let rooms: Set<RoomID>
    let tiles: Set<TileID>
    private let home: HomeSnapshot

    init(_ home: HomeSnapshot, for identity: Identity, by policy: AccessPolicy, at now: DecisionTime) {
        rooms = Set(home.rooms(visibleTo: identity, by: policy, at: now).map(\.id))
        tiles = home.tiles(visibleTo: identity, by: policy, at: now)
        self.home = home
    }

    func visible(of layout: HomeLayout) -> HomeLayout {
        layout.filtered(rooms: rooms.contains, tiles: tiles.contains)
    }

    /// `new` with those entries of `old` that the home has and the identity does not see.
    func replacing(_ old: HomeLayout, with new: HomeLayout) -> HomeLayout {
        new.keeping(
            unseenOf: old, rooms: { rooms.contains($0) || home.rooms[$0] == nil },
            tiles: { tiles.contains($0) || home[$0.device] == nil })
    }
}
