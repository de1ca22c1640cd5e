import GatewayWire
import HomeModel

/// The rooms before a change that may add one. A misspelt name adds a room too, so each new room is reported.
struct KnownRooms: Sendable {
    /// Nil when the caller may not list rooms.
    private let ids: Set<RoomID>?

    init(_ client: GatewayClient) async {
        ids = (try? await client.rooms().body()).map { Set($0.map(\.id)) }
    }

    init(_ ids: Set<RoomID>) { self.ids = ids }

    /// Prints a note when `room` did not exist before.
    func reportNewRoom(ofNew room: RoomBody?, _ console: Console) {
        guard let sentence = sentence(ofNew: room) else { return }
        console.prose(sentence, after: "\("!", .warning) ")
    }

    func sentence(ofNew room: RoomBody?) -> String? {
        guard let room, let ids, !ids.contains(room.id) else { return nil }
        return "\(room.name) is a new room. tomte rooms list shows all rooms; tomte rooms remove \(room.id) removes it."
    }
}
