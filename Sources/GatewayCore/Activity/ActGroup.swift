import HomeModel

/// The audit entries of one act while they are collected.
struct ActGroup {
    /// The actor with the client that they used.
    struct Asker: Hashable {
        let actor: String
        let client: ClientID?

        init(_ entry: AuditEntry) {
            actor = entry.actor
            client = entry.client
        }
    }

    /// The part of an entry in an act.
    enum Role {
        /// The entry says what was done.
        case main
        /// The right PIN.
        case confirmation
        case outcome, detail
    }

    struct Place {
        let group: Int
        let role: Role
    }

    private(set) var records: [AuditRecord]
    private var main: Int
    /// Whether a PIN was requested or entered and the act has not followed yet.
    private var isOpen: Bool
    private var isConfirmed: Bool
    private var hasOutcome = false

    init(_ record: AuditRecord) {
        records = [record]
        main = 0
        isOpen = record.entry.asksForPIN || record.entry.event == .authStepUp
        isConfirmed = record.entry.event == .authStepUp && record.entry.success
    }

    var act: Act { Act(main: records[main], records: records) }

    mutating func add(_ record: AuditRecord, becoming role: Role) {
        records.append(record)
        switch role {
        case .main: (main, isOpen) = (records.count - 1, false)
        case .confirmation:
            isConfirmed = true
            // Wrong PINs whose request was only counted say less than the right one.
            if !records[main].entry.asksForPIN { main = records.count - 1 }
        case .outcome: hasOutcome = true
        case .detail: break
        }
    }

    // MARK: - Which entries join

    /// Whether a request for a PIN repeats the one of this group.
    func awaits(_ record: AuditRecord) -> Bool {
        isPending(at: record) && records[main].entry.asksForPIN && wants(record.entry)
    }

    /// Whether a PIN answers the request of this group; a right one answers only requests for its purpose.
    func awaitsPIN(_ record: AuditRecord) -> Bool {
        guard isPending(at: record) else { return false }
        guard let purpose = record.entry.metadata["purpose"] else { return !isConfirmed }
        return self.purpose == nil || self.purpose == purpose
    }

    /// Whether the command is the one for which a PIN was requested, or follows a PIN without a recorded request.
    func leads(toCommand record: AuditRecord) -> Bool {
        guard isPending(at: record) else { return false }
        if records[main].entry.asksForPIN {
            return records[main].entry.event.isCommand && wants(record.entry)
        }
        return isConfirmed && purpose == StepUp.commands.rawValue && record.entry.success
            && record.time - last.time <= ActFolding.unpromptedWindow
    }

    /// Whether an act other than a command follows the PIN that was entered for it.
    func leads(toAct record: AuditRecord) -> Bool {
        let own: Set<AuditEvent> = [.authLogin, .authLogout, .gatewayStart, .gatewayStop]
        return isPending(at: record) && isConfirmed && !own.contains(record.entry.event)
            && (purpose != StepUp.commands.rawValue || record.entry.needsPINForCommands)
    }

    func takesOutcome(_ record: AuditRecord) -> Bool {
        !hasOutcome && records[main].entry.command == record.entry.command
            && Asker(records[main].entry) == Asker(record.entry)
            && isWithin(Act.longestCommand, of: records[main], at: record)
    }

    func takesFailure(_ record: AuditRecord) -> Bool {
        let act = records[main].entry
        return act.event == record.entry.event && act.target == record.entry.target
            && act.requestID == record.entry.requestID
            && isWithin(ActFolding.countWindow, of: records[main], at: record)
    }

    func takesCount(_ record: AuditRecord) -> Bool {
        records.contains { $0.entry.isLike(record.entry) }
            && isWithin(ActFolding.countWindow, of: records[main], at: record)
    }

    /// Whether a step belongs to this sign-in.
    func takesStep(_ record: AuditRecord) -> Bool {
        guard let own = records[main].entry.signInStep,
            !records.contains(where: { $0.entry.metadata["failure"] != nil })
        else { return false }
        guard record.entry.signInStep == .setPIN else {
            return own != .paired && isWithin(ActFolding.signInWindow, of: records[0], at: record)
        }
        return own == .paired && !records.contains { $0.entry.signInStep == .setPIN }
            && isWithin(ActFolding.signInWindow, of: records[main], at: record)
    }

    /// Removes and returns the step of the sign-in, other than its main entry, that failed according to `failure`.
    mutating func removeStep(thatFailed failure: AuditRecord) -> AuditRecord? {
        let index = records.indices.last { index in
            let entry = records[index].entry
            return index != main && entry.signInStep != nil && entry.isSameAct(as: failure.entry)
                && isWithin(ActFolding.countWindow, of: records[index], at: failure)
        }
        guard let index else { return nil }
        if index < main { main -= 1 }
        return records.remove(at: index)
    }

    /// Whether the command, or the purpose, is the one for which this group requested a PIN.
    private func wants(_ entry: AuditEntry) -> Bool {
        let own = records[main].entry
        // A refused group command is recorded with few facts.
        let facts = own.event == .groupControl ? ["targets"] : ["part", "capability", "value", "purpose"]
        return own.event == entry.event && own.target == entry.target
            && facts.allSatisfy { own.metadata[$0] == entry.metadata[$0] }
    }

    /// The purpose for which a PIN was requested or entered; nil while only wrong ones were entered.
    private var purpose: String? {
        records.lazy.compactMap { record in
            record.entry.event.isCommand ? StepUp.commands.rawValue : record.entry.metadata["purpose"]
        }.first
    }

    private var last: AuditRecord { records[records.count - 1] }

    private func isPending(at record: AuditRecord) -> Bool {
        isOpen && isWithin(ActFolding.pinWindow, of: last, at: record)
            && isWithin(ActFolding.promptWindow, of: records[0], at: record)
    }

    private func isWithin(_ window: Duration, of earlier: AuditRecord, at later: AuditRecord) -> Bool {
        (Duration.zero...window).contains(later.time - earlier.time)
    }
}

extension AuditEntry {
    /// Whether an act that is no command needs the PIN that commands need: the act permits commands.
    fileprivate var needsPINForCommands: Bool {
        switch event {
        case .lockdownOff, .deviceAdopt: true
        case .settingsChange: metadata["act"] == "purpose"
        default: false
        }
    }

    /// Whether `failure` records that the act of this entry failed: it repeats the entry, with the cause.
    fileprivate func isSameAct(as failure: AuditEntry) -> Bool {
        event == failure.event && target == failure.target && requestID == failure.requestID
            && metadata.allSatisfy { failure.metadata[$0.key] == $0.value }
    }
}
