package import HomeModel

/// `GET /devices/{id}/readings?part=&quantity=&from=&to=&limit=`.
package struct ReadingsBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    package let quantity: CapabilityName
    package let unit: String?
    /// Oldest first.
    package let readings: [Reading]
    /// For capabilities that are states: each change, oldest first.
    package let changes: [ChangeBody]

    package init(
        device: DeviceID, part: PartID, quantity: CapabilityName, unit: String?, readings: [Reading],
        changes: [ChangeBody]
    ) {
        self.device = device
        self.part = part
        self.quantity = quantity
        self.unit = unit
        self.readings = readings
        self.changes = changes
    }
}

package struct ChangeBody: Codable, Sendable {
    package let time: Timestamp
    package let value: CapabilityValue

    package init(time: Timestamp, value: CapabilityValue) {
        self.time = time
        self.value = value
    }
}

/// `GET /retention`.
package struct RetentionBody: Codable, Sendable {
    package let terms: RetentionTerms
    package let lastRun: RetentionReceipt?

    package init(terms: RetentionTerms, lastRun: RetentionReceipt?) {
        self.terms = terms
        self.lastRun = lastRun
    }
}
