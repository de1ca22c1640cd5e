package import HomeModel

/// `GET /events` (Server-Sent Events): the `data` of one event; its `event` is the case's name.
package enum EventBody: Sendable {
    case reading(SeriesID, Reading, unit: String?)
    /// `time` is nil when it is not known when the device reported the value.
    case state(SeriesID, time: Timestamp?, CapabilityValue)
    case availability(DeviceID, Availability)
    case command(CommandRecordBody)
    /// A group command of the client's person has ended.
    case group(GroupEndBody)
    /// A device was found, adopted, changed or removed; the client should request the devices again.
    case devices
    /// The home has another name or layout, or its lockdown began or ended; the client should request the home again.
    case home
    /// The activity has a new entry that the client may see, or an entry got an outcome; the client should request the
    /// newest entries again.
    case activity
    /// A client asks for access, or such a request was decided, used or ended; a client that manages people should
    /// request the pairings and invitations again.
    case waiting
    /// A task or a battery became due, or tasks, appliances or their service history were changed; a client that manages
    /// maintenance should request them again.
    case maintenance
    /// Events before this one are missing: this many, or an unknown number. A client that keeps a copy of the home must
    /// request it again.
    case gap(Int?)
}

extension EventBody: Codable {
    private enum Key: String, CodingKey {
        case type, device, part, capability, time, value, unit, availability, command, group, missed
    }

    package var type: String {
        switch self {
        case .reading: "reading"
        case .state: "state"
        case .availability: "availability"
        case .command: "command"
        case .group: "group"
        case .devices: "devices"
        case .home: "home"
        case .activity: "activity"
        case .waiting: "waiting"
        case .maintenance: "maintenance"
        case .gap: "gap"
        }
    }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func series() throws -> SeriesID {
            SeriesID(
                device: try object.decode(DeviceID.self, forKey: .device),
                part: try object.decode(PartID.self, forKey: .part),
                capability: try object.decode(CapabilityName.self, forKey: .capability))
        }
        switch try object.decode(String.self, forKey: .type) {
        case "reading":
            self = .reading(
                try series(),
                Reading(
                    time: try object.decode(Timestamp.self, forKey: .time),
                    value: try object.decode(Double.self, forKey: .value)),
                unit: try object.decodeIfPresent(String.self, forKey: .unit))
        case "state":
            self = .state(
                try series(), time: try object.decodeIfPresent(Timestamp.self, forKey: .time),
                try object.decode(CapabilityValue.self, forKey: .value))
        case "availability":
            self = .availability(
                try object.decode(DeviceID.self, forKey: .device),
                try object.decode(Availability.self, forKey: .availability))
        case "command": self = .command(try object.decode(CommandRecordBody.self, forKey: .command))
        case "group": self = .group(try object.decode(GroupEndBody.self, forKey: .group))
        case "home": self = .home
        case "activity": self = .activity
        case "waiting": self = .waiting
        case "maintenance": self = .maintenance
        case "gap": self = .gap(try object.decodeIfPresent(Int.self, forKey: .missed))
        default: self = .devices
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(type, forKey: .type)
        switch self {
        case .reading(let series, let reading, let unit):
            try encode(series, time: reading.time, into: &object)
            try object.encode(reading.value, forKey: .value)
            try object.encodeIfPresent(unit, forKey: .unit)
        case .state(let series, let time, let value):
            try encode(series, time: time, into: &object)
            try object.encode(value, forKey: .value)
        case .availability(let device, let availability):
            try object.encode(device, forKey: .device)
            try object.encode(availability, forKey: .availability)
        case .command(let record): try object.encode(record, forKey: .command)
        case .group(let group): try object.encode(group, forKey: .group)
        case .gap(let missed): try object.encodeIfPresent(missed, forKey: .missed)
        case .devices, .home, .activity, .waiting, .maintenance: break
        }
    }

    private func encode(
        _ series: SeriesID, time: Timestamp?, into object: inout KeyedEncodingContainer<Key>
    ) throws {
        try object.encode(series.device, forKey: .device)
        try object.encode(series.part, forKey: .part)
        try object.encode(series.capability, forKey: .capability)
        try object.encodeIfPresent(time, forKey: .time)
    }
}
