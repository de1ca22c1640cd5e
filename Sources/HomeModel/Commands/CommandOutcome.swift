/// How a command ended. Nothing is assumed: `confirmed` means that the device itself reported the new state.
package enum CommandOutcome: String, Sendable, Codable, CaseIterable {
    case confirmed, refused, invalid, unreachable, timedOut, sent, failed, superseded
}

/// Where a command is in its life.
package enum CommandStage: Hashable, Sendable {
    case accepted, dispatched, acknowledged
    case ended(CommandOutcome)
}

extension CommandRefusal {
    /// The outcome that stands in the record of a command that was not sent.
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

/// A command as it can be asked for: what, by whom, how it stands, and why.
package struct CommandRecord: Hashable, Sendable {
    package let id: CommandID
    package let series: SeriesID
    /// Of more text than any device takes only the beginning.
    package let value: CapabilityValue
    package let receivedAt: Timestamp
    /// How long after that it may still be sent.
    package let deadline: Duration
    package var stage: CommandStage
    /// One sentence for people, where the outcome alone does not say enough.
    package var detail: String?
    /// The value that the device reported, once it did.
    package var reported: CapabilityValue?
    /// Stable, for programs: the outcome, or the reason for which it was not sent. Nil until it has ended.
    package var code: String?
    /// Why it was not sent, when it was not.
    package var refusal: CommandRefusal?
    /// The asker that sent it, as `Identity.description` names them; nil where the audit log does not say.
    package var sender: String?

    package init(
        id: CommandID, series: SeriesID, value: CapabilityValue, receivedAt: Timestamp, deadline: Duration,
        stage: CommandStage
    ) {
        self.id = id
        self.series = series
        self.value = value.beginning
        self.receivedAt = receivedAt
        self.deadline = deadline
        self.stage = stage
    }

    package var outcome: CommandOutcome? {
        guard case .ended(let outcome) = stage else { return nil }
        return outcome
    }

    /// Whether its sender was found to have the right to it, and its value to be one that the device takes.
    package var isInOrder: Bool {
        switch stage {
        case .accepted, .ended(.refused), .ended(.invalid): false
        case .dispatched, .acknowledged: true
        // Too many came at once for it to be looked at.
        case .ended: refusal != .busy && refusal != .tooFast
        }
    }
}

extension CapabilityValue {
    fileprivate var beginning: CapabilityValue {
        guard case .text(let text) = self, text.utf8.count > CommandValidator.maximumTextBytes else { return self }
        return .text(String(decoding: text.utf8.prefix(CommandValidator.maximumTextBytes), as: UTF8.self))
    }
}
