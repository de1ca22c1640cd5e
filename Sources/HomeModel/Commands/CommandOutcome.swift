/// How a command ended. Nothing is assumed: `confirmed` means that the device itself reported the new state.
package enum CommandOutcome: String, Sendable, Codable, CaseIterable {
    case confirmed, refused, invalid, unreachable, timedOut, sent, failed, superseded
}

/// The progress of a command.
package enum CommandStage: Hashable, Sendable {
    case accepted, dispatched, acknowledged
    case ended(CommandOutcome)
}

extension CommandRefusal {
    /// The outcome that is recorded for a command that was not sent.
    package var outcome: CommandOutcome {
        switch self {
        case .notFound, .denied: .refused
        case .invalid, .keyReused: .invalid
        case .unreachable: .unreachable
        case .superseded: .superseded
        case .busy, .tooFast, .notSent, .notAudited: .failed
        }
    }
}

/// A command and its state, as clients can request them.
package struct CommandRecord: Hashable, Sendable {
    package let id: CommandID
    package let series: SeriesID
    /// A text that is longer than any device accepts is cut.
    package let value: CapabilityValue
    package let receivedAt: Timestamp
    /// How long after `receivedAt` it may still be sent.
    package let deadline: Duration
    package var stage: CommandStage
    /// One sentence for people, where the outcome alone is not enough.
    package var detail: String?
    /// The value that the device reported, once it did.
    package var reported: CapabilityValue?
    /// A stable code for programs: the outcome, more exactly what happened, or the reason for which it was not sent.
    /// Nil until the command has ended.
    package var code: String?
    /// The reason for which it was not sent; nil when there is none.
    package var refusal: CommandRefusal?
    /// The identity that sent it, as `Identity.description` writes it; nil when the audit log does not state it.
    package var sender: String?
    /// The group command to which it belongs; nil for a command of its own.
    package var parent: CommandID?

    package init(
        id: CommandID, series: SeriesID, value: CapabilityValue, receivedAt: Timestamp, deadline: Duration,
        stage: CommandStage
    ) {
        self.id = id
        self.series = series
        self.value = value.truncated
        self.receivedAt = receivedAt
        self.deadline = deadline
        self.stage = stage
    }

    package var outcome: CommandOutcome? {
        guard case .ended(let outcome) = stage else { return nil }
        return outcome
    }

    /// Whether the command passed the access check and the validation.
    package var passedChecks: Bool {
        switch stage {
        case .accepted, .ended(.refused), .ended(.invalid): false
        case .dispatched, .acknowledged: true
        // These were rejected before any check, because too many commands came at once.
        case .ended: refusal != .busy && refusal != .tooFast
        }
    }
}

extension CapabilityValue {
    fileprivate var truncated: CapabilityValue {
        guard case .text(let text) = self, text.utf8.count > CommandValidator.maximumTextBytes else { return self }
        return .text(String(decoding: text.utf8.prefix(CommandValidator.maximumTextBytes), as: UTF8.self))
    }
}

/// What confirms that a device carried out a command.
package enum ConfirmationMode: Hashable, Sendable {
    /// The device reports the new state.
    case report
    /// The device reports the new state after a query. A bridge may report the state that it assumes, so a report counts
    /// only after the device was queried.
    case reportAfterQuery
    /// Nothing, because the device never reports.
    case none
}
