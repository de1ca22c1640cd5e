import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct LayoutNamesTests {
    private let names = LayoutNames(
        rooms: [RoomBody(id: RoomID("hall"), name: "Hall")],
        devices: [device("lamp", name: "Lamp", parts: ["main"]), device("plug", name: "Plug", parts: ["a", "b"])])

    private static func device(_ id: String, name: String, parts: [String]) -> DeviceBody {
        DeviceBody(
            id: DeviceID(id) ?? DeviceID("device"), name: name, room: nil, link: "homie5", availability: .ready,
            manufacturer: nil, model: nil,
            parts: parts.compactMap { PartID($0) }.map {
                PartBody(id: $0, purpose: nil, asksForPurpose: false, capabilities: [])
            }, others: nil)
    }

    @Test func layoutIsShownWithNames() throws {
        let layout = HomeLayout(
            rooms: [RoomID("hall"), RoomID("attic")], tiles: [],
            favourites: [TileID(device: DeviceID("lamp"), part: .main)],
            hidden: [
                TileID(device: DeviceID("plug"), part: PartID("b")), TileID(device: DeviceID("gone"), part: .main),
            ])
        #expect(
            names.lines(LayoutBody(layout, isOwn: true, mayChange: true, version: ""), isDefault: false) == [
                "An own layout.", "Rooms: Hall, attic", "Favourites: Lamp", "Hidden: Plug/b, gone/main",
            ])
    }

    @Test func emptyLayoutSaysThatItChangesNothing() {
        let lines = names.lines(LayoutBody(HomeLayout(), isOwn: false, mayChange: true, version: ""), isDefault: true)
        #expect(lines.first == "The home's default layout." && lines.count == 2)
    }
}
