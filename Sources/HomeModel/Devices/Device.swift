/// A room of the home.
package struct Room: Hashable, Sendable, Codable {
    package let id: RoomID
    package var name: DisplayName

    package init(id: RoomID, name: DisplayName) {
        self.id = id
        self.name = name
    }
}

/// A piece of a device that repeats its capabilities: a relay, a phase, a bridge's child.
package struct Part: Hashable, Sendable, Codable {
    package let id: PartID
    package let capabilities: [Capability]
    /// What a relay, plug or cover moves or feeds; nil until someone says so.
    package var purpose: Purpose?
    /// What devices of its family mostly move or feed: offered where a person is asked.
    package let suggestedPurpose: Purpose?

    package init(
        id: PartID, capabilities: [Capability], purpose: Purpose? = nil, suggestedPurpose: Purpose? = nil
    ) {
        self.id = id
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
    /// What it says of itself, with people's answers.
    package var description: DeviceDescription
    /// What people said that its parts move or feed. Kept for a part that is away for a while.
    package private(set) var purposes: [PartID: Purpose]
    /// What the device published about itself, as its dialect wrote it: the link reads it again at start.
    package var nativeDescription: String?
    package let adoptedAt: Timestamp

    /// Without `purposes` they are those of the description.
    package init(
        id: DeviceID, name: DisplayName, room: RoomID?, address: LinkAddress, description: DeviceDescription,
        purposes: [PartID: Purpose]? = nil, nativeDescription: String? = nil, adoptedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.room = room
        self.address = address
        self.purposes = purposes ?? description.purposes
        self.description = description.answering(self.purposes)
        self.nativeDescription = nativeDescription
        self.adoptedAt = adoptedAt
    }

    package func capability(_ name: CapabilityName, of part: PartID) -> Capability? { description[part]?[name] }

    /// The device with a new description; the answers that people gave about its parts are kept.
    package func described(as new: DeviceDescription, native: String?) -> Device {
        var device = self
        device.nativeDescription = native
        device.description = new.answering(purposes)
        return device
    }

    /// Takes answers about what its parts move or feed; others stay.
    package mutating func answer(_ answers: [PartID: Purpose]) {
        purposes.merge(answers) { $1 }
        description = description.answering(answers)
    }
}
