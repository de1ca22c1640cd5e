package import HomeModel

/// `GET /home`: a grant of the caller, with the names of what it is about, and its times.
package struct OwnGrantBody: Codable, Sendable {
    package let id: GrantID
    package let permissions: [Permission]
    /// When rooms, devices and capabilities are all empty, the grant applies everywhere.
    package let rooms: [RoomBody]
    package let devices: [DeviceNameBody]
    package let capabilities: [CapabilityKind]
    /// Such as `sat,sun 08:00-20:00`, in the home's time zone.
    package let windows: [String]
    package let notBefore: Timestamp?
    package let notAfter: Timestamp?
    /// Nil when it may be used without a limit.
    package let remainingUses: Int?
    package let appliesNow: Bool
    /// While it applies: when it no longer does; nil when the passing of time does not end it.
    package let end: Timestamp?
    /// While it does not apply: when it next does; nil while the clock is not known.
    package let nextStart: Timestamp?

    package init(
        _ grant: Grant, permissions: [Permission], timing: GrantTiming, rooms: [RoomBody], devices: [DeviceNameBody]
    ) {
        id = grant.id
        self.permissions = permissions
        self.rooms = rooms
        self.devices = devices
        capabilities = grant.selector.capabilities.sorted { $0.rawValue < $1.rawValue }
        windows = grant.conditions.windows.map(\.description)
        (notBefore, notAfter) = (grant.conditions.notBefore, grant.conditions.notAfter)
        remainingUses = grant.conditions.maximumUses.map { max(0, $0 - grant.uses) }
        (appliesNow, end, nextStart) = (timing.appliesNow, timing.end, timing.nextStart)
    }
}

/// The name of a device, without its state.
package struct DeviceNameBody: Codable, Sendable, Hashable {
    package let id: DeviceID
    package let name: String

    package init(id: DeviceID, name: String) {
        self.id = id
        self.name = name
    }
}
