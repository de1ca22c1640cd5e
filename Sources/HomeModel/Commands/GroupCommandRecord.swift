/// A group command and the state of its children, as clients can request them.
package struct GroupCommandRecord: Hashable, Sendable {
    /// One child: the command to one part.
    package struct Child: Hashable, Sendable {
        package let id: CommandID
        package let device: DeviceID
        package let part: PartID
        package var stage = CommandStage.accepted
        /// A stable code for programs: the outcome, or the reason for which it was not sent. Nil until it has ended.
        package var code: String?
        /// One sentence for people, where the outcome alone is not enough.
        package var detail: String?

        package init(id: CommandID, device: DeviceID, part: PartID) {
            self.id = id
            self.device = device
            self.part = part
        }

        package var outcome: CommandOutcome? {
            guard case .ended(let outcome) = stage else { return nil }
            return outcome
        }

        /// Takes over the state of the child's own record; does nothing if the child has ended.
        package mutating func update(from record: CommandRecord) {
            if let outcome = record.outcome {
                end(outcome, code: record.code, detail: record.detail)
            } else if outcome == nil {
                stage = record.stage
            }
        }

        /// Ends the child; does nothing if it has ended.
        package mutating func end(_ outcome: CommandOutcome, code: String?, detail: String?) {
            guard self.outcome == nil else { return }
            stage = .ended(outcome)
            self.code = code ?? outcome.rawValue
            self.detail = detail
        }
    }

    package let id: CommandID
    package let targets: GroupTargets
    package let purposes: Set<Purpose>
    package let capability: CapabilityName
    package let value: CapabilityValue
    package let receivedAt: Timestamp
    /// How long after `receivedAt` each child may still be sent.
    package let deadline: Duration
    package var children: [Child]
    package var leftOut: [LeftOutPart]
    /// The identity that sent it, as `Identity.description` writes it; nil when the audit log does not state it.
    package var sender: String?

    package init(
        id: CommandID, targets: GroupTargets, purposes: Set<Purpose>, capability: CapabilityName,
        value: CapabilityValue, receivedAt: Timestamp, deadline: Duration, children: [Child], leftOut: [LeftOutPart],
        sender: String?
    ) {
        self.id = id
        self.targets = targets
        self.purposes = purposes
        self.capability = capability
        self.value = value
        self.receivedAt = receivedAt
        self.deadline = deadline
        self.children = children
        self.leftOut = leftOut
        self.sender = sender
    }

    /// A record of a command that was just accepted.
    package init(_ request: GroupCommandRequest, selection: GroupSelection, by identity: Identity) {
        self.init(
            id: request.id, targets: request.targets, purposes: request.purposes, capability: request.capability,
            value: request.value, receivedAt: request.receivedAt, deadline: request.deadline,
            children: selection.children.map { Child(id: $0.id, device: $0.device, part: $0.part) },
            leftOut: selection.leftOut, sender: "\(identity)")
    }

    /// How the group ended; nil until every child has ended.
    package var outcome: GroupOutcome? {
        let outcomes = children.compactMap(\.outcome)
        guard outcomes.count == children.count else { return nil }
        let done = outcomes.count { $0 == .confirmed || $0 == .sent }
        if done < outcomes.count { return done == 0 ? .failed : .partial }
        return outcomes.contains(.sent) ? .sent : .confirmed
    }

    /// The stage that every child has reached.
    package var stage: GroupStage {
        if outcome != nil { return .ended }
        return children.contains { $0.stage == .accepted } ? .accepted : .dispatched
    }

    /// The number of children that ended with each outcome.
    package var counts: [CommandOutcome: Int] {
        children.compactMap(\.outcome).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

/// How a group command ended. Parts that were left out do not count.
package enum GroupOutcome: String, Sendable, Codable, CaseIterable {
    /// Every child was confirmed.
    case confirmed
    /// Every child was confirmed or sent, and at least one can only be sent.
    case sent
    /// Some children were confirmed or sent, and some were not.
    case partial
    /// No child was confirmed or sent.
    case failed
}

/// The progress of a group command: what all of its children have reached.
package enum GroupStage: String, Sendable, Codable, CaseIterable { case accepted, dispatched, ended }
