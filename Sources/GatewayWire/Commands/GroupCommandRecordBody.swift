package import HomeModel

/// The response to `POST /commands`, and `GET /commands/{id}` of a group command.
package struct GroupCommandRecordBody: Codable, Sendable {
    package let id: CommandID
    package let targets: GroupTargetsBody
    package let purposes: [Purpose]?
    package let capability: CapabilityName
    package let value: CapabilityValue
    package let receivedAt: Timestamp
    package let deadlineSeconds: Int
    /// The stage that every command of the group has reached.
    package let stage: GroupStage
    /// Present when the group has ended.
    package let outcome: GroupOutcome?
    /// The number of commands that ended with each outcome.
    package let counts: [String: Int]
    package let commands: [GroupChildBody]
    package let leftOut: [LeftOutPartBody]
    /// The person or `console` that sent it; absent when the client may not see that.
    package let sender: String?
    /// True in the response to a request whose idempotency key was used before: this is the earlier group.
    package let isEarlier: Bool?

    package init(
        id: CommandID, targets: GroupTargetsBody, purposes: [Purpose]?, capability: CapabilityName,
        value: CapabilityValue, receivedAt: Timestamp, deadlineSeconds: Int, stage: GroupStage,
        outcome: GroupOutcome?, counts: [String: Int], commands: [GroupChildBody], leftOut: [LeftOutPartBody],
        sender: String? = nil, isEarlier: Bool? = nil
    ) {
        self.id = id
        self.targets = targets
        self.purposes = purposes
        self.capability = capability
        self.value = value
        self.receivedAt = receivedAt
        self.deadlineSeconds = deadlineSeconds
        self.stage = stage
        self.outcome = outcome
        self.counts = counts
        self.commands = commands
        self.leftOut = leftOut
        self.sender = sender
        self.isEarlier = isEarlier
    }
}

/// The command of a group to one part.
package struct GroupChildBody: Codable, Sendable {
    package let id: CommandID
    package let device: DeviceID
    package let part: PartID
    /// `accepted`, `dispatched`, `acknowledged` or `ended`.
    package let stage: String
    package let outcome: CommandOutcome?
    /// A stable code for programs: the outcome, or the reason for which it was not sent.
    package let code: String?
    package let detail: String?

    package init(
        id: CommandID, device: DeviceID, part: PartID, stage: String, outcome: CommandOutcome?, code: String?,
        detail: String?
    ) {
        self.id = id
        self.device = device
        self.part = part
        self.stage = stage
        self.outcome = outcome
        self.code = code
        self.detail = detail
    }
}

/// A part in a room that the group command does not command.
package struct LeftOutPartBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    /// A stable code for programs: the reason.
    package let code: String

    package init(device: DeviceID, part: PartID, code: String) {
        self.device = device
        self.part = part
        self.code = code
    }
}

/// The data of the event at the end of a group command.
package struct GroupEndBody: Codable, Sendable {
    package let id: CommandID
    package let outcome: GroupOutcome
    /// The number of commands that ended with each outcome.
    package let counts: [String: Int]
    /// The number of parts that were left out.
    package let leftOutCount: Int

    package init(id: CommandID, outcome: GroupOutcome, counts: [String: Int], leftOutCount: Int) {
        self.id = id
        self.outcome = outcome
        self.counts = counts
        self.leftOutCount = leftOutCount
    }
}

/// `GET /commands/{id}`: a command to one part, or a group command.
package enum AnyCommandRecordBody: Codable, Sendable {
    case command(CommandRecordBody)
    case group(GroupCommandRecordBody)

    private enum Key: String, CodingKey { case commands }

    package init(from decoder: any Decoder) throws {
        let isGroup = try decoder.container(keyedBy: Key.self).contains(.commands)
        self =
            isGroup ? .group(try GroupCommandRecordBody(from: decoder)) : .command(try CommandRecordBody(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .command(let body): try body.encode(to: encoder)
        case .group(let body): try body.encode(to: encoder)
        }
    }
}
