/// A room of the home.
package struct Room: Hashable, Sendable, Codable {
    package let id: RoomID
    package var name: DisplayName

    package init(id: RoomID, name: DisplayName) {
        self.id = id
        self.name = name
    }
}

/// A component of a device with capabilities of its own: a relay, a phase, a device behind a bridge.
package struct Part: Hashable, Sendable, Codable {
    package let id: PartID
    /// The name that the device itself gives to the part, such as “Outlet A”; nil when it gives none.
    package let name: String?
    package let capabilities: [Capability]
    /// The purpose of a relay, plug or cover; nil until a person states it.
    package var purpose: Purpose?
    /// The usual purpose of such a part in devices of its family; suggested to the person who is asked.
    package let suggestedPurpose: Purpose?

    package init(
        id: PartID, name: String? = nil, capabilities: [Capability], purpose: Purpose? = nil,
        suggestedPurpose: Purpose? = nil
    ) {
        self.id = id
        self.name = name
        self.capabilities = capabilities
        self.purpose = purpose
        self.suggestedPurpose = suggestedPurpose
    }

    package subscript(_ name: CapabilityName) -> Capability? { capabilities.first { $0.name == name } }
}

/// An adopted device.
package struct Device: Hashable, Sendable, Codable {
    package let id: DeviceID
    package var name: DisplayName
    package var room: RoomID?
    package let address: LinkAddress
    /// The device's description of itself, with the purposes that people stated.
    package var description: DeviceDescription
    /// The purposes that people stated for its parts. Kept also for a part that is temporarily missing.
    package private(set) var purposes: [PartID: Purpose]
    /// The description as the device published it, in the format of its dialect. The link parses it again at start.
    package var nativeDescription: String?
    package let adoptedAt: Timestamp

    /// Without `purposes`, the device has those of the description.
    package init(
        id: DeviceID, name: DisplayName, room: RoomID?, address: LinkAddress, description: DeviceDescription,
        purposes: [PartID: Purpose]? = nil, nativeDescription: String? = nil, adoptedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.room = room
        self.address = address
        self.purposes = purposes ?? description.purposes
        self.description = description.withPurposes(self.purposes)
        self.nativeDescription = nativeDescription
        self.adoptedAt = adoptedAt
    }

    package func capability(_ name: CapabilityName, of part: PartID) -> Capability? { description[part]?[name] }

    /// The series of all its capabilities.
    package var series: [SeriesID] {
        description.parts.flatMap { part in
            part.capabilities.map { SeriesID(device: id, part: part.id, capability: $0.name) }
        }
    }

    /// The device with a new description; the purposes that people stated for its parts are kept.
    package func described(as new: DeviceDescription, native: String?) -> Device {
        var device = self
        device.nativeDescription = native
        device.description = new.withPurposes(purposes)
        return device
    }

    /// Sets the purposes of some parts; the others stay.
    package mutating func setPurposes(_ answers: [PartID: Purpose]) {
        purposes.merge(answers) { $1 }
        description = description.withPurposes(answers)
    }
}
