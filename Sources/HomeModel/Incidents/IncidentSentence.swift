/// What an incident is, in one English sentence. Clients write it in other languages by the rule and the values.
package enum IncidentSentence {
    /// `personName` is the name of the person whom it is about; without one, the id stands for it.
    package static func text(of incident: Incident, personName: String? = nil) -> String {
        let subject = incident.subject
        let count = incident.evidence.reduce(0) { $0 + $1.count }
        let values = incident.evidence.last?.values ?? [:]
        let unnamed = incident.rule == .manyRefusals ? "Someone without access" : "A person"
        let person = personName ?? subject.person ?? unnamed
        let whose = subject.client.map { " at \($0)" } ?? ""
        let device = subject.device ?? "a device"
        guard let rule = incident.rule else { return incident.title.map { "\($0)." } ?? "An incident." }
        switch rule {
        case .manyRefusals: return "\(person)\(whose) was refused \(count) times."
        case .unusualHour: return "A client of \(person) was paired at night: \(subject.client?.rawValue ?? "unknown")."
        case .farFromWindow:
            return "\(person)\(whose) asked for “\(values.text("target"))” \(values.number("hours")) h outside the "
                + "allowed hours."
        case .speaksForOthers: return "The device \(device) acted in the name of another one, \(count) times."
        case .twoAddresses:
            return "The certificate of \(device) was used in turn from \(values.text("from")) and "
                + "\(values.text("to"))."
        case .auditDamage: return "Entries of the audit log are missing or changed."
        case .commandBurst: return "\(person)\(whose) sent \(count) commands in a short time."
        case .changedOutside: return "The file \(subject.file ?? "") was changed, and not by the gateway."
        }
    }
}

extension [String: SentenceValue] {
    fileprivate func text(_ name: String) -> String {
        switch self[name] {
        case .text(let text)?: text
        case .number(let number)?: "\(number)"
        case nil: "?"
        }
    }

    fileprivate func number(_ name: String) -> Int {
        if case .number(let number)? = self[name] { number } else { 0 }
    }
}
