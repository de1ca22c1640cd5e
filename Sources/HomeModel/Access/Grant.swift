package import Foundation

/// Permissions added to, or with `.deny` taken from, one person.
package struct Grant: Hashable, Sendable, Codable {
    /// Whether the permissions are added or taken away.
    package enum Effect: String, Sendable, Codable { case allow, deny }

    package let id: GrantID
    package let person: PersonID
    package let effect: Effect
    package let permissions: Set<Permission>
    package let selector: AccessSelector
    package let conditions: AccessConditions
    package var uses: Int

    /// Permissions outside `Permission.grantable` are dropped from an allow: a grant never makes an admin.
    package init(
        id: GrantID, person: PersonID, effect: Effect, permissions: Set<Permission>,
        selector: AccessSelector = AccessSelector(), conditions: AccessConditions = AccessConditions(), uses: Int = 0
    ) {
        self.id = id
        self.person = person
        self.effect = effect
        self.permissions = effect == .allow ? permissions.intersection(Permission.grantable) : permissions
        self.selector = selector
        self.conditions = conditions
        self.uses = uses
    }
}

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

/// The times at which a grant or deny is in effect, and how often it may be used.
package struct AccessConditions: Hashable, Sendable, Codable {
    /// The first moment at which the conditions are met; nil for no limit.
    package let notBefore: Timestamp?
    /// The first moment at which the conditions are no longer met; nil for no limit.
    package let notAfter: Timestamp?
    /// The hours of the week at which the conditions are met; empty for all hours.
    package let windows: [WeeklyWindow]
    /// How often the grant may be used; nil for no limit.
    package let maximumUses: Int?

    package init(
        notBefore: Timestamp? = nil, notAfter: Timestamp? = nil, windows: [WeeklyWindow] = [], maximumUses: Int? = nil
    ) {
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.windows = windows
        self.maximumUses = maximumUses
    }

    /// Whether all conditions are met after `uses` uses.
    package func areMet(at now: Timestamp, uses: Int, in zone: TimeZone) -> Bool {
        if let notBefore, now < notBefore { return false }
        if let notAfter, now >= notAfter { return false }
        if let maximumUses, uses >= maximumUses { return false }
        guard !windows.isEmpty else { return true }
        let local = LocalMinute(now, in: zone)
        return windows.contains { $0.contains(local) }
    }
}
