package import HomeModel

/// `GET /activity`: one entry. Exactly one of `act` and `event` is present.
package struct ActivityBody: Codable, Sendable {
    /// Stays the same while the entry is kept, also when its outcome arrives.
    package let id: String
    package let time: Timestamp
    package let category: ActivityCategory
    /// The device that the entry is about.
    package let device: DeviceID?
    package let part: PartID?
    package let capability: CapabilityName?
    /// What a device reported.
    package let event: DeviceEventKind?
    /// The value that the device has after the event.
    package let value: CapabilityValue?
    /// What a person did.
    package let act: ActivityActBody?
    /// The audit entries of the act, oldest first; absent when the client may not read them.
    package let records: [AuditRecord]?

    package init(
        id: String, time: Timestamp, category: ActivityCategory, device: DeviceID? = nil, part: PartID? = nil,
        capability: CapabilityName? = nil, event: DeviceEventKind? = nil, value: CapabilityValue? = nil,
        act: ActivityActBody? = nil, records: [AuditRecord]? = nil
    ) {
        self.id = id
        self.time = time
        self.category = category
        self.device = device
        self.part = part
        self.capability = capability
        self.event = event
        self.value = value
        self.act = act
        self.records = records
    }
}

/// What a person, the console or the gateway did.
package struct ActivityActBody: Codable, Sendable {
    package let event: AuditEvent
    package let status: Act.Status
    /// The outcome of a command that has ended.
    package let outcome: CommandOutcome?
    /// Whether a person stopped the movement on its way; then it is done, whatever its outcome.
    package let isStopped: Bool
    /// The position in percent at which it was stopped, if the device reported it.
    package let stoppedAt: Double?
    /// The report that came after the time of the command.
    package let lateReport: LateReportBody?
    /// A person's id, `console`, `console as anna`, `gateway` or `stranger`; absent when the client may not see it.
    package let actor: String?
    package let role: Role?
    package let client: ClientID?
    package let target: String?
    /// The person whom the act affects, or to whom the target belongs.
    package let concerned: String?
    /// How many more times the same was refused.
    package let count: Int?
    /// Whether a PIN was requested.
    package let neededPIN: Bool
    package let wrongPINs: Int
    /// What belongs to a sign-in besides its last step; absent for all other acts.
    package let steps: [SignInStep]?
    /// True when details cannot be read any more, because a person of the act was erased; else absent.
    package let isErased: Bool?
    /// The facts of the act, as in the audit log.
    package let metadata: [String: String]

    package init(
        event: AuditEvent, status: Act.Status, outcome: CommandOutcome? = nil, isStopped: Bool = false,
        stoppedAt: Double? = nil, lateReport: LateReportBody? = nil, actor: String? = nil, role: Role? = nil,
        client: ClientID? = nil, target: String? = nil, concerned: String? = nil,
        count: Int? = nil, neededPIN: Bool = false, wrongPINs: Int = 0, steps: [SignInStep]? = nil,
        isErased: Bool? = nil, metadata: [String: String] = [:]
    ) {
        self.event = event
        self.status = status
        self.outcome = outcome
        self.isStopped = isStopped
        self.stoppedAt = stoppedAt
        self.lateReport = lateReport
        self.actor = actor
        self.role = role
        self.client = client
        self.target = target
        self.concerned = concerned
        self.count = count
        self.neededPIN = neededPIN
        self.wrongPINs = wrongPINs
        self.steps = steps
        self.isErased = isErased
        self.metadata = metadata
    }
}

/// The report of the commanded value by a device that did not answer in time.
package struct LateReportBody: Codable, Sendable {
    package let time: Timestamp
    package let value: CapabilityValue

    package init(time: Timestamp, value: CapabilityValue) {
        self.time = time
        self.value = value
    }
}
