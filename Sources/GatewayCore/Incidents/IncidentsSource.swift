import HomeModel

/// The incidents about the person, with what the person wrote and did in them, and those that the person has seen. What
/// others wrote is theirs.
struct IncidentsSource: ExportSource {
    let section = ExportSection.incidents
    let incidents: IncidentRegistry

    func rows(about subject: ExportSubject) async -> any ExportRows {
        let person = subject.person.id
        var rows: [ExportRow] = []
        for incident in await incidents.all.sorted(by: { $0.openedAt < $1.openedAt }) {
            rows += incident.exportRows(about: person)
            if await incidents.isSeen(incident.id, by: person) { rows.append(incident.row("seen", at: nil, text: nil)) }
        }
        return ExportPage(rows)
    }
}

extension Incident {
    fileprivate func exportRows(about person: PersonID) -> [ExportRow] {
        var rows: [ExportRow] = []
        let isBy = { (actor: String) in [person.rawValue, AuditEntry.consoleAs + person.rawValue].contains(actor) }
        if subject.person == person.rawValue {
            rows += evidence.map { row("subject", at: $0.first, text: "\($0.code) \($0.count)") }
        }
        if isBy(openedBy) { rows.append(row("opened", at: openedAt, text: nil, isTitled: isBy(titleAuthor))) }
        if let renaming, isBy(renaming.actor) {
            rows.append(row("renamed", at: renaming.time, text: nil, isTitled: true))
        }
        rows += notes.filter { isBy($0.author) }.map { row("note", at: $0.time, text: $0.text.text) }
        for act in acts where isBy(act.actor) || [act.target, act.targetPerson].contains(person.rawValue) {
            rows.append(row(isBy(act.actor) ? "act" : "subject", at: act.time, text: act.containment.rawValue))
        }
        let closings = (reopenings ?? []).map(\.closing) + [closing].compactMap(\.self)
        rows += closings.filter { isBy($0.actor) }.map { row("closed", at: $0.time, text: $0.reason?.text) }
        rows += (reopenings ?? []).filter { isBy($0.actor) }.map { row("reopened", at: $0.time, text: nil) }
        return rows
    }

    /// A title is shown only to the person who gave it: with `isTitled`.
    fileprivate func row(_ relation: String, at time: Timestamp?, text: String?, isTitled: Bool = false) -> ExportRow {
        [
            .text(id.rawValue), .text(rule?.rawValue), isTitled ? .text(title?.text) : .none,
            .time(openedAt), .time(closing?.time), .text(relation), .time(time), .text(text),
        ]
    }
}
