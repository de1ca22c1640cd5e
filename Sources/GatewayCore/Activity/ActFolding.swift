import HomeModel

/// Folds audit entries to acts, one for each thing that a person did. Every entry belongs to exactly one act.
///
/// | entry | joins |
/// |---|---|
/// | outcome of a command | the act of its command |
/// | list of the parts of a group command | the act of its command |
/// | request for a PIN | an open request of the same client for the same command or purpose |
/// | right or wrong PIN | the newest open request of the same client for that purpose |
/// | command | the open request of the same client for the same command, or a PIN that it has just entered |
/// | other act | a PIN that the same client has entered for another purpose than commands |
/// | failure of an act | the act of the same request |
/// | count of repeated refusals | the newest act with such a refusal |
/// | code, grant or session of a sign-in | the sign-in by the same pairing, invitation or claim of the home |
/// | PIN that a person sets | the sign-in of the same client, just before |
///
/// A step of a sign-in that fails afterwards leaves it again, and is an act of its own. An approval is an act of the
/// person who approves, and stays one.
///
/// Each of them joins only within a limited time, so a page of the activity needs only the entries around it.
struct ActFolding {
    /// The longest time between a request for a PIN, the PIN, and the act: a PIN holds for five minutes.
    static let pinWindow = Duration.seconds(300)
    /// The longest time from the first request for a PIN to the act.
    static let promptWindow = Duration.seconds(600)
    /// The longest time between a PIN whose request was not recorded, and its command.
    static let unpromptedWindow = Duration.seconds(30)
    /// The longest time between a refusal and the count of its repetitions.
    static let countWindow = Duration.seconds(150)
    /// The longest time from the first step of a sign-in to the session, and from there to the first PIN.
    static let signInWindow = Duration.seconds(600)
    /// An entry that is further away from an act never belongs to it.
    static let reach = Act.longestCommand + promptWindow

    private var groups: [ActGroup] = []
    private var byCommand: [String: Int] = [:]
    /// The latest groups of each client, oldest first.
    private var byAsker: [ActGroup.Asker: [Int]] = [:]
    private var signIns = SignInIndex()

    /// Returns the acts of these entries, oldest first.
    static func acts(of records: [AuditRecord]) -> [Act] {
        var folding = ActFolding()
        for record in records.chronological { folding.add(record) }
        return folding.groups.map(\.act).sorted { ($0.time, $0.main.sequence) < ($1.time, $1.main.sequence) }
    }

    private mutating func add(_ record: AuditRecord) {
        if record.entry.metadata["failure"] != nil { separateStep(thatFailed: record) }
        let place = place(for: record)
        if let place {
            groups[place.group].add(record, becoming: place.role)
        } else {
            groups.append(ActGroup(record))
        }
        index(record, in: place?.group ?? groups.count - 1)
    }

    private mutating func index(_ record: AuditRecord, in group: Int) {
        let entry = record.entry
        if entry.event.isCommand || entry.event == .groupParts, let command = entry.command {
            byCommand[command] = group
        }
        signIns.add(entry, in: group)
        let asker = ActGroup.Asker(entry)
        if byAsker[asker]?.last != group {
            byAsker[asker] = (byAsker[asker] ?? []).filter { $0 != group }.suffix(31) + [group]
        }
    }

    /// Makes an act of its own of the step of a sign-in whose failure this entry records.
    private mutating func separateStep(thatFailed failure: AuditRecord) {
        for group in byAsker[ActGroup.Asker(failure.entry)]?.reversed() ?? [] {
            guard let step = groups[group].removeStep(thatFailed: failure) else { continue }
            groups.append(ActGroup(step))
            return index(step, in: groups.count - 1)
        }
    }

    private func place(for record: AuditRecord) -> ActGroup.Place? {
        let entry = record.entry
        if entry.count != nil { return newest(of: record, as: .detail) { $0.takesCount(record) } }
        if entry.event.isCommandOutcome { return outcome(record) }
        if entry.metadata["failure"] != nil { return newest(of: record, as: .detail) { $0.takesFailure(record) } }
        if entry.asksForPIN { return newest(of: record, as: .detail) { $0.awaits(record) } }
        if let place = signIn(record) { return place }
        switch entry.event {
        case .authStepUp:
            return newest(of: record, as: entry.success ? .confirmation : .detail) { $0.awaitsPIN(record) }
        case .groupParts: return list(record, as: .detail)
        case .deviceControl: return newest(of: record, as: .main) { $0.leads(toCommand: record) }
        case .groupControl:
            return newest(of: record, as: .main) { $0.leads(toCommand: record) } ?? list(record, as: .main)
        default: return newest(of: record, as: .main) { $0.leads(toAct: record) }
        }
    }

    private func newest(
        of record: AuditRecord, as role: ActGroup.Role, where isMeant: (ActGroup) -> Bool
    ) -> ActGroup.Place? {
        let all = byAsker[ActGroup.Asker(record.entry)] ?? []
        return all.last { isMeant(groups[$0]) }.map { ActGroup.Place(group: $0, role: role) }
    }

    private func signIn(_ record: AuditRecord) -> ActGroup.Place? {
        guard let step = record.entry.signInStep,
            let group = signIns.candidates(for: record.entry).last(where: { groups[$0].takesStep(record) })
        else { return nil }
        return ActGroup.Place(group: group, role: [.code, .paired].contains(step) ? .main : .detail)
    }

    /// The group to which the list of parts of the same group command belongs. A long list precedes its command.
    private func list(_ record: AuditRecord, as role: ActGroup.Role) -> ActGroup.Place? {
        record.entry.command.flatMap { byCommand[$0] }.map { ActGroup.Place(group: $0, role: role) }
    }

    private func outcome(_ record: AuditRecord) -> ActGroup.Place? {
        guard let group = record.entry.command.flatMap({ byCommand[$0] }), groups[group].takesOutcome(record)
        else { return nil }
        return ActGroup.Place(group: group, role: .outcome)
    }
}

extension [AuditRecord] {
    /// The records by time; records of the same time keep their order, oldest first.
    fileprivate var chronological: [AuditRecord] {
        sorted { ($0.time, $0.entry.severity.order, $0.sequence) < ($1.time, $1.entry.severity.order, $1.sequence) }
    }
}

extension AuditSeverity {
    /// At the same moment, the request for a PIN (a warning) comes before the PIN (security) and the command.
    fileprivate var order: Int {
        switch self {
        case .warning: 0
        case .security: 1
        case .informational: 2
        }
    }
}

extension AuditEntry {
    var command: String? { metadata["command"] }
}
