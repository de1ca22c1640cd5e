package import HomeModel

/// `GET /grants`, `GET /denies`: what one person may do beyond their role, or may not do in spite of it.
package struct GrantBody: Codable, Sendable {
    package let id: GrantID
    package let person: PersonID
    package let permissions: [Permission]
    /// All empty: everywhere.
    package let rooms: [RoomID]
    package let devices: [DeviceID]
    package let capabilities: [CapabilityKind]
    /// RFC 3339.
    package let notBefore: String?
    package let notAfter: String?
    /// Like `sat,sun 08:00-20:00`, in the home's time zone.
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

/// `POST /grants`, `POST /denies`. What is left out sets no bound.
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

/// `PATCH /grants/{id}`, `PATCH /denies/{id}`: what is absent stays; one is there at least.
package struct GrantChangeBody: Codable, Sendable {
    package var permissions: [Permission]?
    /// Rooms and devices all empty: everywhere.
    package var rooms: [RoomID]?
    package var devices: [DeviceID]?
    package var capabilities: [CapabilityKind]?
    package var notBefore: String?
    package var notAfter: String?
    package var windows: [String]?
    package var maximumUses: Int?
    /// Bounds that it has no more.
    package var without: [GrantChange.Bound]?

    package init() {}
}
