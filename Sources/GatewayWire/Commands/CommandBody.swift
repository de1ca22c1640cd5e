package import HomeModel

/// `POST /devices/{id}/commands`.
package struct CommandBody: Codable, Sendable {
    package let part: PartID?
    package let capability: CapabilityName
    package let value: CapabilityValue
    package let idempotencyKey: String?
    /// How long the command may wait to be sent, 1 to 60 seconds; 10 when absent.
    package let deadlineSeconds: Int?

    package init(
        part: PartID? = nil, capability: CapabilityName, value: CapabilityValue, idempotencyKey: String? = nil,
        deadlineSeconds: Int? = nil
    ) {
        self.part = part
        self.capability = capability
        self.value = value
        self.idempotencyKey = idempotencyKey
        self.deadlineSeconds = deadlineSeconds
    }
}

/// `GET /commands/{id}`, `GET /devices/{id}/commands` and the response to a command.
package struct CommandRecordBody: Codable, Sendable {
    package let id: CommandID
    package let device: DeviceID
    package let part: PartID
    package let capability: CapabilityName
    package let value: CapabilityValue
    package let receivedAt: Timestamp
    package let deadlineSeconds: Int
    /// `accepted`, `dispatched`, `acknowledged` or `ended`.
    package let stage: String
    /// Present when the command has ended.
    package let outcome: CommandOutcome?
    /// A stable code for programs: the outcome, more exactly what happened, or the reason for which it was not sent.
    /// Present when the command has ended.
    package let code: String?
    package let detail: String?
    package let reported: CapabilityValue?
    /// The person or `console` that sent it; absent when the client may not see that.
    package let sender: String?
    /// True in the response to a command whose idempotency key was used before: this is the earlier command.
    package let isEarlier: Bool?
    /// The group command to which it belongs.
    package let parent: CommandID?

    package init(
        id: CommandID, device: DeviceID, part: PartID, capability: CapabilityName, value: CapabilityValue,
        receivedAt: Timestamp, deadlineSeconds: Int, stage: String, outcome: CommandOutcome?,
        code: String? = nil, detail: String?, reported: CapabilityValue?, sender: String? = nil,
        isEarlier: Bool? = nil, parent: CommandID? = nil
    ) {
        self.id = id
        self.device = device
        self.part = part
        self.capability = capability
        self.value = value
        self.receivedAt = receivedAt
        self.deadlineSeconds = deadlineSeconds
        self.stage = stage
        self.outcome = outcome
        self.code = code
        self.detail = detail
        self.reported = reported
        self.sender = sender
        self.isEarlier = isEarlier
        self.parent = parent
    }
}
