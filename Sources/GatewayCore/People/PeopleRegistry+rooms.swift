import HomeModel

// Rooms that grants and denies name.
extension PeopleRegistry {
    /// Starts the removal of a room. Returns `isFree` as false when a grant or deny names the room, or when one is
    /// being added for it. Until `endRemoval` none can name the room.
    func beginRemoval(of room: RoomID) -> (isFree: Bool, grant: GrantID?) {
        if let grant = grants.first(where: { $0.selector.rooms.contains(room) }) { return (false, grant.id) }
        guard roomsInUse[room] == nil, roomsBeingRemoved.insert(room).inserted else { return (false, nil) }
        return (true, nil)
    }

    func endRemoval(of room: RoomID) { roomsBeingRemoved.remove(room) }

    /// Prevents the removal of rooms until `unlockRooms`; returns false when one of them is being removed.
    func lockRooms(_ rooms: Set<RoomID>) -> Bool {
        guard rooms.isDisjoint(with: roomsBeingRemoved) else { return false }
        for room in rooms { roomsInUse[room, default: 0] += 1 }
        return true
    }

    func unlockRooms(_ rooms: Set<RoomID>) {
        for room in rooms {
            let left = (roomsInUse[room] ?? 1) - 1
            roomsInUse[room] = left > 0 ? left : nil
        }
    }
}

// Movements that people started and may stop, although the grant that allowed them has ended.
extension PeopleRegistry {
    /// Records a command that sets a part in motion, until `endMovement`. A command that no limited grant allowed needs
    /// no record: its sender may stop the part by the same right, unless that is revoked.
    func beginMovement(of command: ValidCommand) {
        let request = command.request
        guard case .grant(let id) = command.authorized.reason, request.capability.kind.travels, !command.isStop,
            let grant = grants.first(where: { $0.id == id }),
            grant.conditions.isTimed || grant.conditions.maximumUses != nil
        else { return }
        travels[request.id] = OwnTravel(
            command: request.id, device: request.device, part: request.part, capability: request.capability.kind,
            grant: grant)
        renew()
    }

    func endMovement(_ command: CommandID) {
        guard travels.removeValue(forKey: command) != nil else { return }
        renew()
    }
}
