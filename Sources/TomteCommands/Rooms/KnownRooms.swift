import GatewayWire
import HomeModel

/// The rooms before an act that may make one: a name with a typo becomes a room too, and is said.
struct KnownRooms: Sendable {
    /// Nil when the rooms may not be listed.
    private let ids: Set<RoomID>?

    init(_ client: GatewayClient) async {
        ids = (try? await client.rooms().body()).map { Set($0.map(\.id)) }
    }

    init(_ ids: Set<RoomID>) { self.ids = ids }

    /// Says that `room` was made just now, unless it was there before.
    func tell(ofNew room: RoomBody?, _ console: Console) {
        guard let sentence = sentence(ofNew: room) else { return }
        console.prose(sentence, after: "\("!", .warning) ")
    }

    func sentence(ofNew room: RoomBody?) -> String? {
        guard let room, let ids, !ids.contains(room.id) else { return nil }
        return "\(room.name) is a new room; tomte rooms list shows all, tomte rooms remove \(room.id) removes it."
    }
}
