import GatewayWire
import HomeModel
import TomteClient

/// The names of rooms and devices, for the text of a layout.
struct LayoutNames: Sendable {
    private let rooms: [RoomID: String]
    private let devices: [DeviceID: DeviceBody]

    init(_ client: CLIClient) async throws(CLIError) {
        self.init(rooms: try await client.rooms().body(), devices: try await client.devices().body())
    }

    init(rooms: [RoomBody], devices: [DeviceBody]) {
        self.rooms = Dictionary(rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        self.devices = Dictionary(devices.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// One line for each list of the layout that is not empty.
    func lines(_ body: LayoutBody, isDefault: Bool) -> [String] {
        let lists = [
            ("Rooms", body.rooms.map { rooms[$0] ?? $0.rawValue }), ("Favourites", body.favourites.map(title)),
            ("Order", body.tiles.map(title)), ("Hidden", body.hidden.map(title)),
        ]
        let lines = lists.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }
        let heading = isDefault || !body.isOwn ? "The home's default layout." : "An own layout."
        guard !lines.isEmpty else {
            return [heading, "It changes nothing: rooms and devices are in the order of their names."]
        }
        return [heading] + lines
    }

    /// The name of the device, with its part if it has several.
    private func title(_ tile: TileID) -> String {
        guard let device = devices[tile.device] else { return "\(tile)" }
        return device.parts.count == 1 ? device.name : "\(device.name)/\(tile.part)"
    }
}
