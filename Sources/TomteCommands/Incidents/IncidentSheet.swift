import GatewayWire
import HomeModel

/// An incident as text: what it is, and everything that happened in it in the order of time.
struct IncidentSheet {
    private let incident: IncidentBody
    private let names: PersonNames
    private let clock: HomeClockText

    init(_ incident: IncidentBody, names: PersonNames, clock: HomeClockText) {
        self.incident = incident
        self.names = names
        self.clock = clock
    }

    func show(on console: Console) {
        console.prose(escaped(incident.title ?? incident.sentence))
        console.line(incident.isOpen ? StyledText("open", style: .warning) : StyledText("closed"))
        for line in timeline { console.prose(line.text, after: StyledText("\(clock.minute(line.time))  ")) }
        console.line(StyledText(clock.note))
        guard incident.isOpen else { return }
        console.prose(
            "tomte incident contain \(incident.id) STEP acts against it (--help lists the steps), "
                + "tomte incident close \(incident.id) closes it.")
    }

    /// The events with their times, oldest first.
    var timeline: [(time: Timestamp, text: String)] {
        var lines: [(time: Timestamp, text: String)] = [
            (incident.openedAt, "opened by \(names.actor(incident.openedBy))")
        ]
        lines += incident.evidence.map { evidence in
            let entries = evidence.entries.map(\.description).joined(separator: " ")
            let proof = entries.isEmpty ? "" : "; audit entries \(entries)"
            let what = IncidentRule(rawValue: evidence.code)?.words ?? escaped(evidence.code)
            return (evidence.last, "\(what): \(evidence.count)\(values(of: evidence))\(proof)")
        }
        lines += incident.notes.map { ($0.time, "\(names.actor($0.author)) wrote: \(escaped($0.text.text))") }
        lines += incident.acts.map { act in
            let outcome = act.isDone ? act.hadEffect ? "" : " (no client was signed in)" : " (it failed)"
            return (act.time, "\(names.actor(act.actor)) \(act.words(with: names))\(outcome)")
        }
        let reopenings = incident.reopenings ?? []
        lines += (reopenings.map(\.closing) + [incident.closing].compactMap(\.self)).map { closing in
            let reason = closing.reason.map { ": \(escaped($0.text))" } ?? ""
            return (closing.time, "closed by \(names.actor(closing.actor))\(reason)")
        }
        lines += reopenings.map { ($0.time, "reopened by \(names.actor($0.actor))") }
        return lines.sorted { $0.time < $1.time }
    }

    private func values(of evidence: IncidentEvidence) -> String {
        let texts = evidence.values.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .text(let text): "\(name) \(escaped(text))"
            case .number(let number): "\(name) \(number)"
            }
        }
        return texts.isEmpty ? "" : " (\(texts.joined(separator: ", ")))"
    }

    private func escaped(_ text: String) -> String {
        EscapedText(text, limit: IncidentText.maximumCharacters).description
    }
}
