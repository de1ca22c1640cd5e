import HomeModel
package import HomeStorage

/// Looks at everything that is refused, beside whoever refuses it.
package actor RefusalWatch {
    private var patterns = RefusalPatterns()
    private let audit: AuditLog
    private let people: PeopleRegister
    private let registry: HomeRegistry
    private let clock: HomeClock

    package init(audit: AuditLog, people: PeopleRegister, registry: HomeRegistry, clock: HomeClock) {
        self.audit = audit
        self.people = people
        self.registry = registry
        self.clock = clock
    }

    /// Until cancelled.
    package func run() async {
        for await entry in audit.refused { await note(entry) }
    }

    /// What was unusual in the last day, the newest first.
    package var unusual: [UnusualRefusal] { patterns.unusual(at: clock.uptime()) }

    private func note(_ entry: AuditEntry) async {
        // A device that cannot be reached or a value that is wrong says nothing of who asked.
        // Nor does the question for a PIN, which comes before each guarded act.
        guard entry.severity == .warning, !entry.asksForPIN, let person = entry.actingPerson.flatMap({ PersonID($0) })
        else { return }
        let asker = RefusalPatterns.Asker(person: person, client: entry.client)
        patterns.note(asker, at: clock.uptime())
        guard entry.role == .guest, let target = await target(of: entry) else { return }
        let away = await people.policy.distance(of: person, to: .controlDevices, on: target, at: clock.decisionTime())
        if let away { patterns.note(asker, wanting: target.device.rawValue, away: away, at: clock.uptime()) }
    }

    /// What a command was for.
    private func target(of entry: AuditEntry) async -> AccessTarget? {
        guard entry.event == .deviceControl, let id = entry.target.flatMap({ DeviceID($0) }),
            let device = await registry.snapshot[id]
        else { return nil }
        let capability = entry.metadata[CommandField.capability].flatMap { CapabilityName($0) }
        return AccessTarget(device: id, room: device.room, capability: capability?.kind)
    }
}
