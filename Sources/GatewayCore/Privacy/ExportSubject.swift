package import HomeModel

/// The person whose data is exported, and what the export may say of other people.
///
/// Others are named only where they acted on the person. Everywhere else their role stands for them.
package struct ExportSubject: Sendable {
    package let person: Person
    let startedAt: Timestamp
    /// The first moment after the readings that the export contains. It may be later than `startedAt`, because the clock
    /// may be behind the newest readings.
    let readingsEnd: Timestamp
    /// The end of the audit log for this export, so that the files of a section have the same rows. It is no time, because
    /// the clock may be behind the newest entries.
    let auditEnd: AuditCursor
    private let people: [PersonID: Person]

    package init(
        _ person: Person, among people: [PersonID: Person], startedAt: Timestamp, readingsEnd: Timestamp,
        auditEnd: AuditCursor
    ) {
        self.person = person
        self.people = people
        self.startedAt = startedAt
        self.readingsEnd = readingsEnd
        self.auditEnd = auditEnd
    }

    /// Returns `id` if it is that of the person, or of no person, such as the console; otherwise the role of that other
    /// person in parentheses.
    func naming(_ id: String) -> String {
        guard id != person.id.rawValue, !AuditEntry.impersonalActors.contains(id) else { return id }
        let role = PersonID(id).flatMap { people[$0]?.role.rawValue }
        return "(\(role ?? Self.formerPerson))"
    }

    /// Returns an actor of an audit entry as it is written there. Others remain only if they acted on the person.
    func naming(actor: String, actsOnPerson: Bool) -> String {
        guard !actsOnPerson, let other = otherPerson(in: actor) else { return actor }
        return String(actor.dropLast(other.count)) + naming(other)
    }

    /// Returns a value of an audit entry, unless it is the id of another person of the home. A device may have the same
    /// id as a person, and is then called by the role too, which hides more than it must.
    func withoutOthers(_ text: String) -> String { otherPerson(in: text) == nil ? text : naming(text) }

    private func otherPerson(in actor: String) -> String? {
        let name = actor.hasPrefix(Self.consoleAs) ? String(actor.dropFirst(Self.consoleAs.count)) : actor
        guard name != person.id.rawValue, let id = PersonID(name), people[id] != nil else { return nil }
        return name
    }

    private static let consoleAs = "console as "
    /// Stands for a person who is no longer in the home.
    private static let formerPerson = "former"
}
