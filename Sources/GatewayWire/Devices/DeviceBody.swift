package import HomeModel

/// `GET /devices`, `GET /devices/{id}`.
package struct DeviceBody: Codable, Sendable {
    package let id: DeviceID
    package let name: String
    package let room: RoomBody?
    package let link: String
    package let availability: Availability
    package let manufacturer: String?
    package let model: String?
    package let parts: [PartBody]
    /// What its dialect offers and no capability can hold, as `what: why`; absent when there is nothing.
    package let others: [String]?

    package init(
        id: DeviceID, name: String, room: RoomBody?, link: String, availability: Availability, manufacturer: String?,
        model: String?, parts: [PartBody], others: [String]? = nil
    ) {
        self.id = id
        self.name = name
        self.room = room
        self.link = link
        self.availability = availability
        self.manufacturer = manufacturer
        self.model = model
        self.parts = parts
        self.others = others
    }
}

/// `GET /rooms`.
package struct RoomBody: Codable, Sendable, Hashable {
    package let id: RoomID
    package let name: String

    package init(id: RoomID, name: String) {
        self.id = id
        self.name = name
    }
}

package struct PartBody: Codable, Sendable {
    package let id: PartID
    package let purpose: Purpose?
    /// Whether someone still has to say what it moves or feeds; until then it counts as sensitive.
    package let asksForPurpose: Bool
    package let capabilities: [CapabilityBody]

    package init(id: PartID, purpose: Purpose?, asksForPurpose: Bool, capabilities: [CapabilityBody]) {
        self.id = id
        self.purpose = purpose
        self.asksForPurpose = asksForPurpose
        self.capabilities = capabilities
    }
}

package struct CapabilityBody: Codable, Sendable {
    package let name: CapabilityName
    package let type: ValueType
    package let unit: String?
    package let minimum: Double?
    package let maximum: Double?
    package let step: Double?
    package let options: [String]
    /// The options that a command may name, if these are not all: a movement can only be told to stop.
    package let commandOptions: [String]?
    package let isCommanded: Bool
    /// Whether the rights of whoever asks allow telling it something now; a PIN and the lockdown come on top.
    package let mayCommand: Bool
    /// Whether something that it can be told needs a PIN.
    package let isSensitive: Bool
    package let flow: EnergyFlow?
    /// The last value known, absent when there was none yet.
    package let state: StateBody?

    package init(
        name: CapabilityName, type: ValueType, unit: String?, minimum: Double?, maximum: Double?, step: Double?,
        options: [String], commandOptions: [String]? = nil, isCommanded: Bool, mayCommand: Bool, isSensitive: Bool,
        flow: EnergyFlow?, state: StateBody?
    ) {
        self.name = name
        self.type = type
        self.unit = unit
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.options = options
        self.commandOptions = commandOptions
        self.isCommanded = isCommanded
        self.mayCommand = mayCommand
        self.isSensitive = isSensitive
        self.flow = flow
        self.state = state
    }
}

package struct StateBody: Codable, Sendable {
    package let value: CapabilityValue
    /// When the device said it; nil when the broker kept it, which does not say since when.
    package let time: Timestamp?
    /// True while the device is not known to be there.
    package let isStale: Bool

    package init(value: CapabilityValue, time: Timestamp?, isStale: Bool) {
        self.value = value
        self.time = time
        self.isStale = isStale
    }
}

/// `PATCH /devices/{id}`: what is absent stays.
package struct DeviceChangeBody: Codable, Sendable {
    package let name: String?
    package let room: String?
    package let purposes: [PartID: Purpose]?

    package init(name: String? = nil, room: String? = nil, purposes: [PartID: Purpose]? = nil) {
        self.name = name
        self.room = room
        self.purposes = purposes
    }
}

/// `POST /rooms`, `PATCH /rooms/{id}`.
package struct RoomNameBody: Codable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }
}
