package import HomeModel

/// `GET /devices/{id}/readings?part=&quantity=&from=&to=&resolution=auto|raw|hour|day&points=&limit=`.
///
/// The gateway writes it row by row (`ReadingsResponseWriter`). With `Accept: text/csv` it is a table of the rows alone.
package struct ReadingsBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    package let quantity: CapabilityName
    package let unit: String?
    /// The resolution that was used: `raw`, `hour` or `day`.
    package let resolution: HistoryResolution
    /// The periods in which the gateway did not run, oldest first. Readings that a device without a clock of its own
    /// published in such a period have the time of its end, in order. Nil from an earlier version of the gateway.
    package let absences: [Absence]?
    /// Oldest first; empty when roll-ups were requested.
    package let readings: [Reading]
    /// For capabilities that are states: each change, oldest first.
    package let changes: [ChangeBody]
    /// Of each hour, or of each calendar day of the home, that has readings; oldest first.
    package let rollUps: [RollUp]

    package init(
        device: DeviceID, part: PartID, quantity: CapabilityName, unit: String?,
        resolution: HistoryResolution = .raw, absences: [Absence] = [], readings: [Reading] = [],
        changes: [ChangeBody] = [], rollUps: [RollUp] = []
    ) {
        self.device = device
        self.part = part
        self.quantity = quantity
        self.unit = unit
        self.resolution = resolution
        self.absences = absences
        self.readings = readings
        self.changes = changes
        self.rollUps = rollUps
    }
}

/// A change of a state.
package struct ChangeBody: Codable, Sendable {
    package let time: Timestamp
    package let value: CapabilityValue

    package init(time: Timestamp, value: CapabilityValue) {
        self.time = time
        self.value = value
    }
}
