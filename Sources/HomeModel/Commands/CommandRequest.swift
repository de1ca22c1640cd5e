/// A command as it was requested, before any check.
package struct CommandRequest: Hashable, Sendable {
    package static let defaultDeadline = Duration.seconds(10)

    package let id: CommandID
    package let device: DeviceID
    package let part: PartID
    package let capability: CapabilityName
    package let value: CapabilityValue
    /// The same key from the same person with the same body is the same command for 24 h.
    package let idempotencyKey: String?
    package let receivedAt: Timestamp
    /// How long after `receivedAt` the command may still be sent.
    package let deadline: Duration

    package init(
        id: CommandID, device: DeviceID, part: PartID = .main, capability: CapabilityName, value: CapabilityValue,
        idempotencyKey: String? = nil, receivedAt: Timestamp, deadline: Duration = Self.defaultDeadline
    ) {
        self.id = id
        self.device = device
        self.part = part
        self.capability = capability
        self.value = value
        self.idempotencyKey = idempotencyKey
        self.receivedAt = receivedAt
        self.deadline = deadline
    }

    /// The series that the command is for; the latest command for one series wins.
    package var series: SeriesID { SeriesID(device: device, part: part, capability: capability) }
}
