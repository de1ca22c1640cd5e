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
    /// The features that its dialect offers and no capability can represent, as `what: why`; absent when there are
    /// none.
    package let others: [String]?
    /// How its reports reach the gateway; absent for a device that sends none, and from an earlier gateway.
    package let delivery: ReportDelivery?

    package init(
        id: DeviceID, name: String, room: RoomBody?, link: String, availability: Availability, manufacturer: String?,
        model: String?, parts: [PartBody], others: [String]? = nil, delivery: ReportDelivery? = nil
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
        self.delivery = delivery
    }
}

/// How the reports of a device reach the gateway.
package enum ReportDelivery: String, Codable, Sendable, CaseIterable {
    /// A report is kept outside the gateway until the gateway has stored it.
    case acknowledged
    /// A report is sent once. One that the gateway misses is lost.
    case atMostOnce
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

/// A part of a device.
package struct PartBody: Codable, Sendable {
    package let id: PartID
    /// What the device itself calls the part, escaped; absent when it gives no name, and from an earlier gateway.
    package let name: String?
    package let purpose: Purpose?
    /// Whether a person must still state what it moves or supplies, or state it again more precisely; until then all of
    /// its commands are sensitive.
    package let asksForPurpose: Bool
    package let capabilities: [CapabilityBody]

    package init(
        id: PartID, name: String? = nil, purpose: Purpose?, asksForPurpose: Bool, capabilities: [CapabilityBody]
    ) {
        self.id = id
        self.name = name
        self.purpose = purpose
        self.asksForPurpose = asksForPurpose
        self.capabilities = capabilities
    }
}

/// A capability of a part, with its last known state.
package struct CapabilityBody: Codable, Sendable {
    package let name: CapabilityName
    package let type: ValueType
    package let unit: String?
    package let minimum: Double?
    package let maximum: Double?
    package let step: Double?
    package let options: [String]
    /// The options that a command may name; absent when these are all. A movement can only be commanded to stop.
    package let commandOptions: [String]?
    package let isCommanded: Bool
    /// Whether the rights of the client allow at least one command to it now; a PIN or a lockdown can restrict them
    /// further.
    package let mayCommand: Bool
    /// Whether at least one command to it needs a PIN.
    package let isSensitive: Bool
    /// Whether every command to it is harmless, so that the page may send one at a single tap.
    package let isHarmless: Bool
    /// Whether the client may read the stored values.
    package let mayViewHistory: Bool
    /// What the client may do now; absent when it accepts no commands. An earlier gateway does not state it.
    package let access: CapabilityAccessBody?
    package let flow: EnergyFlow?
    /// The last known value; absent when there was none yet.
    package let state: StateBody?

    package init(
        name: CapabilityName, type: ValueType, unit: String?, minimum: Double?, maximum: Double?, step: Double?,
        options: [String], commandOptions: [String]? = nil, isCommanded: Bool, mayCommand: Bool, isSensitive: Bool,
        isHarmless: Bool = false, mayViewHistory: Bool = false, access: CapabilityAccessBody? = nil, flow: EnergyFlow?,
        state: StateBody?
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
        self.isHarmless = isHarmless
        self.mayViewHistory = mayViewHistory
        self.access = access
        self.flow = flow
        self.state = state
    }
}

/// The last known value of a capability.
package struct StateBody: Codable, Sendable {
    package let value: CapabilityValue
    /// When the device reported it; nil for a value that the broker retained, because its time is not known.
    package let time: Timestamp?
    /// True while the device is not known to be available.
    package let isStale: Bool

    package init(value: CapabilityValue, time: Timestamp?, isStale: Bool) {
        self.value = value
        self.time = time
        self.isStale = isStale
    }
}

/// `PATCH /devices/{id}`: absent fields stay as they are.
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
