/// Which devices and capabilities a grant or deny is about: those in the rooms or among the devices, where either is
/// named, and of the capabilities, where they are.
package struct AccessSelector: Hashable, Sendable, Codable {
    package let rooms: Set<RoomID>
    package let devices: Set<DeviceID>
    package let capabilities: Set<CapabilityKind>

    package init(
        rooms: Set<RoomID> = [], devices: Set<DeviceID> = [], capabilities: Set<CapabilityKind> = []
    ) {
        self.rooms = rooms
        self.devices = devices
        self.capabilities = capabilities
    }

    package func covers(_ target: AccessTarget) -> Bool {
        covers(place: target) && (capabilities.isEmpty || target.capability.map(capabilities.contains) ?? false)
    }

    private func covers(place target: AccessTarget) -> Bool {
        if rooms.isEmpty && devices.isEmpty { return true }
        return devices.contains(target.device) || target.room.map(rooms.contains) ?? false
    }
}
