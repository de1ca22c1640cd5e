import HomeModel

// Rooms that rights name.
extension PeopleRegister {
    /// Whether a room may go: no grant or deny names it, also none that is being given. Until `endRemoval` none can.
    func beginRemoval(of room: RoomID) -> (isFree: Bool, grant: GrantID?) {
        if let grant = grants.first(where: { $0.selector.rooms.contains(room) }) { return (false, grant.id) }
        guard namedRooms[room] == nil, leavingRooms.insert(room).inserted else { return (false, nil) }
        return (true, nil)
    }

    func endRemoval(of room: RoomID) { leavingRooms.remove(room) }

    /// Keeps rooms from being removed until `endNaming`; false when one of them is being removed.
    func beginNaming(_ rooms: Set<RoomID>) -> Bool {
        guard rooms.isDisjoint(with: leavingRooms) else { return false }
        for room in rooms { namedRooms[room, default: 0] += 1 }
        return true
    }

    func endNaming(_ rooms: Set<RoomID>) {
        for room in rooms {
            let left = (namedRooms[room] ?? 1) - 1
            namedRooms[room] = left > 0 ? left : nil
        }
    }
}
