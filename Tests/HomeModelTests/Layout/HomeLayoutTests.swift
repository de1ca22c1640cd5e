import Foundation
import HomeModel
import SeededRandom
import Testing

struct HomeLayoutTests {
    @Test(arguments: ["lamp/main", "a/b", "zigbee-7/relay-1"])
    func tileIsADeviceAndAPart(text: String) {
        #expect(TileID(text)?.description == text)
    }

    @Test(arguments: [
        "", "/", "lamp", "lamp/", "/main", "lamp/main/x", "Lamp/main", "lamp main", "-a/b", "a/-b", "lamp//main",
        String(repeating: "a", count: 65) + "/b", "a/" + String(repeating: "b", count: 65),
        String(repeating: "a/", count: 100_000),
    ])
    func otherTextIsNoTile(text: String) {
        #expect(TileID(text) == nil)
    }

    @Test func layoutSurvivesJSON() throws {
        let layout = HomeLayout(
            rooms: [RoomID("hall")], tiles: [TileID(device: DeviceID("lamp"), part: .main)], favourites: [],
            hidden: [TileID(device: DeviceID("plug"), part: PartID("relay-1"))])
        let bytes = try JSONEncoder().encode(layout)
        #expect(try JSONDecoder().decode(HomeLayout.self, from: bytes) == layout)
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""plug\/relay-1""#))
    }

    @Test func longAndRepeatedListsAreViolations() {
        let tiles = (0...HomeLayout.maximumTiles).map { tile($0) }
        let rooms = (0...HomeLayout.maximumRooms).compactMap { RoomID("r\($0)") }
        #expect(HomeLayout(rooms: Array(rooms.dropLast()), tiles: Array(tiles.dropLast())).violation == nil)
        #expect(HomeLayout(rooms: rooms).violation?.field == "rooms")
        #expect(HomeLayout(tiles: tiles).violation?.code == "tooMany")
        #expect(HomeLayout(favourites: tiles).violation?.field == "favourites")
        #expect(HomeLayout(hidden: [tile(1), tile(2), tile(1)]).violation?.code == "repeated")
        #expect(HomeLayout(favourites: [tile(1)], hidden: [tile(1)]).violation == nil)
    }

    @Test func removedDeviceAndRoomLeaveEveryList() {
        let layout = HomeLayout(
            rooms: [RoomID("hall"), RoomID("kitchen")], tiles: [tile(1), tile(2)], favourites: [tile(2)],
            hidden: [tile(2), tile(3)])
        #expect(
            layout.without(tile(2).device)
                == HomeLayout(rooms: layout.rooms, tiles: [tile(1)], favourites: [], hidden: [tile(3)]))
        #expect(
            layout.without(RoomID("hall"))
                == HomeLayout(
                    rooms: [RoomID("kitchen")], tiles: layout.tiles, favourites: layout.favourites,
                    hidden: layout.hidden
                ))
    }

    @Test func unseenTileStaysBehindItsPredecessor() {
        let old = HomeLayout(favourites: [1, 2, 3, 4].map(tile))
        let new = HomeLayout(favourites: [4, 1].map(tile))
        let merged = new.keeping(unseenOf: old, rooms: { _ in true }, tiles: { $0 != tile(2) && $0 != tile(3) })
        #expect(merged.favourites == [4, 1, 2, 3].map(tile))
    }

    /// The oracle inserts each unseen entry on its own, in a quadratic way.
    @Test(arguments: UInt64(1)...200)
    func mergedListContainsTheNewOneAndTheUnseenEntries(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all = (0..<Int.random(in: 0...12, using: &random)).map { tile($0) }
        let unseen = Set(all.filter { _ in Bool.random(using: &random) })
        let old = all.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        let new = all.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        let merged = HomeLayout(tiles: new).keeping(
            unseenOf: HomeLayout(tiles: old), rooms: { _ in true }, tiles: { !unseen.contains($0) })
        var expected = new
        for (index, entry) in old.enumerated().reversed() where unseen.contains(entry) && !new.contains(entry) {
            let anchor = old[..<index].last { new.contains($0) }
            expected.insert(entry, at: anchor.flatMap { expected.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
        }
        #expect(merged.tiles == expected, "seed \(seed)")
        #expect(merged.tiles.filter { !unseen.contains($0) } == new.filter { !unseen.contains($0) }, "seed \(seed)")
        #expect(merged.violation == nil, "seed \(seed)")
    }

    @Test func mergedListHasALimit() {
        let old = HomeLayout(tiles: (0..<HomeLayout.maximumTiles).map(tile))
        let new = HomeLayout(tiles: (5000..<5001).map(tile))
        let merged = new.keeping(unseenOf: old, rooms: { _ in false }, tiles: { _ in false })
        #expect(merged.tiles.count == HomeLayout.maximumTiles && merged.violation == nil)
    }

    private func tile(_ number: Int) -> TileID {
        TileID(device: DeviceID("d\(number)") ?? DeviceID("device"), part: .main)
    }
}
