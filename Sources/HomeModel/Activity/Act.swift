/// One act of one actor, with all audit entries that belong to it: the request for a PIN, the wrong and the right PIN,
/// the act itself and its outcome; of a sign-in, all of its steps.
package struct Act: Hashable, Sendable {
    /// How the act ended.
    package enum Status: String, Sendable, Codable, CaseIterable {
        case done
        /// It has not ended yet.
        case pending
        /// It was refused for a reason that the person could not remove by entering a PIN.
        case refused
        case failed
        /// The device never reported what became of it.
        case unknown
        /// A PIN was requested, and the right one was not entered.
        case abandoned
    }

    /// After this time, a command without an outcome counts as one whose outcome is not known.
    package static let longestCommand = Duration.seconds(900)

    /// The entry that says what was done, or what was attempted.
    package let main: AuditRecord
    /// All entries of the act, oldest first.
    package let records: [AuditRecord]
    /// Whether a person stopped the movement that the command had started: its part did not reach the target, and
    /// nothing failed.
    package var isStopped = false
    /// The report of the commanded value that came after the time of the command; nil for a command that was answered in
    /// time, and where no report came.
    package var lateReport: StateChange?

    package init(main: AuditRecord, records: [AuditRecord]) {
        self.main = main
        self.records = records
    }

    package var time: Timestamp { main.time }
    package var category: ActivityCategory { main.entry.event.category }

    /// The outcome of the command.
    package var outcome: AuditRecord? { records.last { $0.entry.event.isCommandOutcome && $0 != main } }

    /// How many more times the same was refused.
    package var repetitions: Int {
        records.reduce(0) { $0 + ($1.entry.isLike(main.entry) ? $1.entry.count ?? 0 : 0) }
    }

    package var wrongPINs: Int {
        records.reduce(0) { $0 + ($1.entry.isWrongPIN ? $1.entry.count ?? 1 : 0) }
    }

    /// Whether details of the act cannot be read any more, because a person of it was erased.
    package var isErased: Bool { records.contains { $0.isErased == true } }

    /// Whether a PIN was requested and the person did not go on, so that neither anything was done nor denied.
    package var isCancelled: Bool { main.entry.asksForPIN && wrongPINs == 0 }

    /// Whether a PIN was requested or entered for the act.
    package var neededPIN: Bool { records.contains { $0.entry.event == .authStepUp || $0.entry.asksForPIN } }

    /// How the act had ended at the time `now`.
    package func status(at now: Timestamp) -> Status {
        let entry = main.entry
        if entry.asksForPIN || entry.isWrongPIN { return .abandoned }
        if records.contains(where: { $0.entry.metadata["failure"] != nil }) { return .failed }
        if isStopped { return .done }
        if let outcome { return Status(outcomeOf: outcome.entry) }
        if entry.event.isCommandOutcome { return Status(outcomeOf: entry) }
        guard entry.success else { return entry.severity == .informational ? .failed : .refused }
        guard entry.event.isCommand else { return .done }
        return now - main.time < Self.longestCommand ? .pending : .unknown
    }
}

extension Act.Status {
    fileprivate init(outcomeOf entry: AuditEntry) {
        switch entry.metadata["outcome"].flatMap({ CommandOutcome(rawValue: $0) }) {
        case .confirmed, .sent, .superseded: self = .done
        case .timedOut: self = .unknown
        case .refused: self = .refused
        case .invalid, .unreachable, .failed, nil: self = .failed
        }
    }
}

extension AuditEvent {
    /// Whether the entry is about a command, to one part or to several.
    package var isCommand: Bool { self == .deviceControl || self == .groupControl }
    package var isCommandOutcome: Bool { self == .deviceOutcome || self == .groupOutcome }
}

extension AuditEntry {
    /// Whether the entry records a wrong PIN for a step-up.
    package var isWrongPIN: Bool { event == .authStepUp && !success && metadata["purpose"] == nil }

    /// Whether the person or client, the event and the target are the same.
    package func isLike(_ other: AuditEntry) -> Bool {
        event == other.event && actor == other.actor && client == other.client && target == other.target
            && success == other.success && metadata["reason"] == other.metadata["reason"]
            && metadata["purpose"] == other.metadata["purpose"] && metadata["part"] == other.metadata["part"]
            && metadata["capability"] == other.metadata["capability"]
    }
}
