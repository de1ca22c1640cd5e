package import HomeModel

/// The adopted devices and their rooms at one moment.
package struct HomeSnapshot: Sendable {
    package private(set) var rooms: [RoomID: Room] = [:]
    package private(set) var devices: [DeviceID: Device] = [:]
    private var idsByAddress: [LinkAddress: DeviceID] = [:]
    /// Increases with every change.
    private(set) var revision = 0

    package init(rooms: [Room] = [], devices: [Device] = []) {
        for room in rooms { set(room) }
        for device in devices { set(device) }
    }

    package subscript(_ id: DeviceID) -> Device? { devices[id] }

    package func device(at address: LinkAddress) -> Device? { idsByAddress[address].flatMap { devices[$0] } }

    /// Whether a device of the home describes this series.
    func has(_ series: SeriesID) -> Bool {
        devices[series.device]?.capability(series.capability, of: series.part) != nil
    }

    /// The unit of a series as it is shown: the canonical one of its kind, else the one that its device announces now.
    package func unit(of series: SeriesID) -> String? {
        series.capability.kind.facts.unit?.rawValue
            ?? devices[series.device]?.capability(series.capability, of: series.part)?.unitText
    }

    /// The value at which each counter rolls over, for the counters that report it.
    package var rollovers: [SeriesID: Double] {
        devices.values.reduce(into: [:]) { rollovers, device in
            for part in device.description.parts {
                for capability in part.capabilities {
                    guard let rollover = capability.rollover else { continue }
                    rollovers[SeriesID(device: device.id, part: part.id, capability: capability.name)] = rollover
                }
            }
        }
    }

    /// Returns the room with exactly this name, else with the same letters in another case, else with this id.
    package func room(named name: DisplayName) -> Room? {
        let (all, folded) = (rooms.values, name.text.lowercased())
        return all.first { $0.name == name } ?? all.first { $0.name.text.lowercased() == folded }
            ?? all.first { $0.id.rawValue == folded }
    }

    package func room(of device: Device) -> Room? { device.room.flatMap { rooms[$0] } }

    /// The devices in the order in which people list them: by room, then by name.
    package var ordered: [Device] {
        devices.values.sorted {
            (room(of: $0)?.name.text ?? "~", $0.name.text, $0.id) < (
                room(of: $1)?.name.text ?? "~", $1.name.text, $1.id
            )
        }
    }

    mutating func set(_ room: Room) {
        rooms[room.id] = room
        revision += 1
    }

    mutating func set(_ device: Device) {
        devices[device.id] = device
        idsByAddress[device.address] = device.id
        revision += 1
    }

    mutating func remove(_ id: RoomID) {
        rooms[id] = nil
        for var device in devices.values where device.room == id {
            device.room = nil
            devices[device.id] = device
        }
        revision += 1
    }

    mutating func remove(_ id: DeviceID) {
        guard let device = devices.removeValue(forKey: id) else { return }
        idsByAddress[device.address] = nil
        revision += 1
    }
}
