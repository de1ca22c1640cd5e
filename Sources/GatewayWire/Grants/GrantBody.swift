package import HomeModel

/// `GET /grants`, `GET /denies`: permissions of one person in addition to their role, or taken away in spite of it.
package struct GrantBody: Codable, Sendable {
    package let id: GrantID
    package let person: PersonID
    package let permissions: [Permission]
    /// When rooms, devices and capabilities are all empty, the grant or deny applies everywhere.
    package let rooms: [RoomID]
    package let devices: [DeviceID]
    package let capabilities: [CapabilityKind]
    /// RFC 3339.
    package let notBefore: String?
    package let notAfter: String?
    /// Such as `sat,sun 08:00-20:00`, in the home's time zone.
    package let windows: [String]
    package let maximumUses: Int?
    package let uses: Int

    package init(_ grant: Grant) {
        id = grant.id
        person = grant.person
        permissions = grant.permissions.sorted { $0.rawValue < $1.rawValue }
        rooms = grant.selector.rooms.sorted()
        devices = grant.selector.devices.sorted()
        capabilities = grant.selector.capabilities.sorted { $0.rawValue < $1.rawValue }
        notBefore = grant.conditions.notBefore?.rfc3339
        notAfter = grant.conditions.notAfter?.rfc3339
        windows = grant.conditions.windows.map(\.description)
        maximumUses = grant.conditions.maximumUses
        uses = grant.uses
    }
}

/// `POST /grants`, `POST /denies`. An absent field sets no limit.
package struct NewGrantBody: Codable, Sendable {
    package let person: PersonID
    package let permissions: [Permission]
    package var rooms: [RoomID]?
    package var devices: [DeviceID]?
    package var capabilities: [CapabilityKind]?
    package var notBefore: String?
    package var notAfter: String?
    package var windows: [String]?
    package var maximumUses: Int?

    package init(person: PersonID, permissions: [Permission]) {
        self.person = person
        self.permissions = permissions
    }
}

/// `PATCH /grants/{id}`, `PATCH /denies/{id}`: absent fields stay as they are; at least one must be present.
package struct GrantChangeBody: Codable, Sendable {
    package var permissions: [Permission]?
    /// When rooms and devices are both empty, it applies everywhere.
    package var rooms: [RoomID]?
    package var devices: [DeviceID]?
    package var capabilities: [CapabilityKind]?
    package var notBefore: String?
    package var notAfter: String?
    package var windows: [String]?
    package var maximumUses: Int?
    /// The limits to remove.
    package var without: [GrantChange.Bound]?

    package init() {}
}
