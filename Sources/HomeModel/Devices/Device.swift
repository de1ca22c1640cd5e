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

    package init(id: PartID, capabilities: [Capability], purpose: Purpose? = nil) {
        self.id = id
        self.capabilities = capabilities
        self.purpose = purpose
    }

    package subscript(_ name: CapabilityName) -> Capability? { capabilities.first { $0.name == name } }
}

/// An adopted device.
package struct Device: Hashable, Sendable, Codable {
    package let id: DeviceID
    package var name: DisplayName
    package var room: RoomID?
    package let address: LinkAddress
    package var description: DeviceDescription
    /// What the device published about itself, as its dialect wrote it: the link reads it again at start.
    package var nativeDescription: String?
    package let adoptedAt: Timestamp

    package init(
        id: DeviceID, name: DisplayName, room: RoomID?, address: LinkAddress, description: DeviceDescription,
        nativeDescription: String? = nil, adoptedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.room = room
        self.address = address
        self.description = description
        self.nativeDescription = nativeDescription
        self.adoptedAt = adoptedAt
    }

    package func capability(_ name: CapabilityName, of part: PartID) -> Capability? { description[part]?[name] }

    /// The device with a new description; the answers that people gave about its parts are kept.
    package func described(as new: DeviceDescription, native: String?) -> Device {
        var device = self
        device.nativeDescription = native
        let answers = description.parts.compactMap { part in part.purpose.map { (part.id, $0) } }
        device.description = new.answering(Dictionary(answers, uniquingKeysWith: { $1 }))
        return device
    }
}
