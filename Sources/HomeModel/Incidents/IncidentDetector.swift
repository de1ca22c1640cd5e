/// Finds what may be an incident in the stream of observations. It is pure: callers pass the time of the monotonic clock,
/// by which it counts, and that of the wall clock, which it only puts into the evidence.
package struct IncidentDetector: Sendable {
    /// The limit of subjects that a rule remembers. Beyond it, the one with the oldest last event is dropped.
    package static let mostSubjects = 256

    /// The gateway itself connects from here in the name of a device, to test a new credential and to end a session. So
    /// this is no other place of the device.
    private static let ownAddresses: Set<String> = ["127.0.0.1", "::1", "::ffff:127.0.0.1"]

    private struct Key: Hashable {
        let rule: IncidentRule
        let subject: IncidentSubject
    }

    private struct Event {
        let uptime: Duration
        let time: Timestamp
    }

    /// The events of one subject that have raised nothing yet.
    private struct Events {
        var recent: [Event] = []
        var entries: [AuditReference] = []
    }

    private let rules: IncidentRules
    private var counted: [Key: Events] = [:]
    /// The last address of each device, by its root and by the family of the address.
    private var addresses: [String: [Bool: String]] = [:]

    package init(rules: IncidentRules = .standard) { self.rules = rules }

    /// Takes note of an observation. Returns a signal when the events of its subject reach the number of the rule; the
    /// count then begins again.
    package mutating func observe(
        _ observation: IncidentObservation, at uptime: Duration, time: Timestamp
    ) -> IncidentSignal? {
        let event = Event(uptime: uptime, time: time)
        switch observation {
        case .refused(let person, let client, let what, let entry):
            return count(
                .manyRefusals, of: .init(person: person?.rawValue, client: client), at: event, entry: entry,
                values: what)
        case .paired(let person, let client, let hour, let entry):
            guard let terms = rules[.unusualHour], terms.contains(hour: hour) else { return nil }
            return count(
                .unusualHour, of: .init(person: person.rawValue, client: client), at: event, entry: entry,
                values: ["hour": .number(hour)])
        case .wantedFarFromWindow(let person, let client, let device, let away, let entry):
            let hours = Int(clamping: away.components.seconds / 3600)
            guard let limit = rules[.farFromWindow]?.distanceHours, away > .hours(limit) else { return nil }
            return count(
                .farFromWindow, of: .init(person: person.rawValue, client: client), at: event, entry: entry,
                values: ["target": .text(device), "hours": .number(hours)])
        case .commanded(let person, let client, let entry):
            return count(.commandBurst, of: .init(person: person.rawValue, client: client), at: event, entry: entry)
        case .spokeForOther(let root, let place):
            return count(
                .speaksForOthers, of: .init(device: Self.shortened(root)), at: event, entry: nil,
                values: ["place": .text(Self.shortened(place))])
        case .connected(let root, let address): return connected(root, from: address, at: event)
        case .auditDamaged(let code):
            return count(.auditDamage, of: .init(), at: event, entry: nil, values: ["problem": .text(code)])
        case .fileChanged(let name):
            return count(.changedOutside, of: .init(file: Self.shortened(name)), at: event, entry: nil)
        }
    }

    /// Counts a change to another address of the same family. A device that has addresses of two families may use both.
    private mutating func connected(_ root: String, from address: String, at event: Event) -> IncidentSignal? {
        guard !Self.ownAddresses.contains(address) else { return nil }
        let root = Self.shortened(root)
        let isColonSeparated = address.utf8.contains(UInt8(ascii: ":"))
        if addresses[root] == nil, addresses.count >= Self.mostSubjects { addresses.removeAll() }
        let before = addresses[root]?[isColonSeparated]
        addresses[root, default: [:]][isColonSeparated] = address
        guard let before, before != address else { return nil }
        return count(
            .twoAddresses, of: .init(device: root), at: event, entry: nil,
            values: ["from": .text(Self.shortened(before)), "to": .text(Self.shortened(address))])
    }

    private mutating func count(
        _ rule: IncidentRule, of subject: IncidentSubject, at event: Event, entry: AuditReference?,
        values: [String: SentenceValue] = [:]
    ) -> IncidentSignal? {
        guard let terms = rules[rule] else { return nil }
        let key = Key(rule: rule, subject: subject)
        if counted[key] == nil { makeRoom(for: rule) }
        var events = counted[key] ?? Events()
        events.recent.removeAll { event.uptime - $0.uptime >= terms.window }
        if events.recent.isEmpty { events.entries = [] }
        events.recent.append(event)
        events.entries = Array((events.entries + [entry].compactMap(\.self)).suffix(IncidentEvidence.mostEntries))
        guard events.recent.count >= terms.count else {
            counted[key] = events
            return nil
        }
        counted[key] = nil
        return IncidentSignal(
            rule: rule, subject: subject,
            evidence: IncidentEvidence(
                code: rule.rawValue, count: events.recent.count, first: events.recent[0].time, last: event.time,
                values: values, entries: events.entries))
    }

    private mutating func makeRoom(for rule: IncidentRule) {
        let own = counted.filter { $0.key.rule == rule }
        guard own.count >= Self.mostSubjects else { return }
        let oldest = own.min { ($0.value.recent.last?.uptime ?? .zero) < ($1.value.recent.last?.uptime ?? .zero) }
        if let oldest { counted[oldest.key] = nil }
    }

    /// Texts of the network may have any length and any characters.
    private static func shortened(_ text: String) -> String { EscapedText(text, limit: 128).description }
}

extension IncidentRuleTerms {
    fileprivate func contains(hour: Int) -> Bool {
        guard let fromHour, let toHour else { return true }
        return fromHour <= toHour ? (fromHour..<toHour).contains(hour) : hour >= fromHour || hour < toHour
    }
}
