/// The devices and capabilities that a grant or deny applies to.
///
/// Where `rooms` or `devices` name any, the device must be in one of the rooms or be one of the devices. Where
/// `capabilities` names any, the capability must be one of them. An empty selector covers everything.
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

    /// Whether `target` is selected. A selector with `capabilities` does not cover a target without a capability.
    package func covers(_ target: AccessTarget) -> Bool {
        covers(place: target) && (capabilities.isEmpty || target.capability.map(capabilities.contains) ?? false)
    }

    private func covers(place target: AccessTarget) -> Bool {
        if rooms.isEmpty && devices.isEmpty { return true }
        return devices.contains(target.device) || target.room.map(rooms.contains) ?? false
    }
}
