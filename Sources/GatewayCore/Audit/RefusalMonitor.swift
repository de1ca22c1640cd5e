import HomeModel
package import AuditTrail

/// Looks for unusual patterns in everything that the audit log records as refused. It runs beside the services that
/// refuse, and delays none of them.
package actor RefusalMonitor {
    private var patterns = RefusalPatternDetector()
    private let audit: AuditLog
    private let people: PeopleRegistry
    private let registry: HomeRegistry
    private let clock: HomeClock

    package init(audit: AuditLog, people: PeopleRegistry, registry: HomeRegistry, clock: HomeClock) {
        self.audit = audit
        self.people = people
        self.registry = registry
        self.clock = clock
    }

    /// Observes refusals until cancelled.
    package func run() async {
        for await entry in audit.refusalEntries { await note(entry) }
    }

    /// The unusual refusals of the last 24 hours, newest first, without those of people who were erased meanwhile.
    package var unusual: [UnusualRefusal] {
        get async {
            var found: [UnusualRefusal] = []
            for refusal in patterns.unusual(at: clock.uptime()) {
                if await audit.hasKey(of: refusal.person) { found.append(refusal) }
            }
            return found
        }
    }

    private func note(_ entry: AuditEntry) async {
        // A device that cannot be reached, or a wrong value, says nothing about the asker. Neither does the request for
        // a PIN, which precedes each guarded action.
        guard entry.severity == .warning, !entry.asksForPIN, let person = entry.actingPerson.flatMap({ PersonID($0) })
        else { return }
        let asker = RefusalPatternDetector.Asker(person: person, client: entry.client)
        patterns.note(asker, at: clock.uptime())
        guard entry.role == .guest, let target = await target(of: entry) else { return }
        let away = await people.policy.distance(of: person, to: .controlDevices, on: target, at: clock.decisionTime())
        if let away { patterns.note(asker, wanting: target.device.rawValue, away: away, at: clock.uptime()) }
    }

    /// Returns the target of a refused command; nil for other entries, and for devices that are not adopted.
    private func target(of entry: AuditEntry) async -> AccessTarget? {
        guard entry.event == .deviceControl, let id = entry.target.flatMap({ DeviceID($0) }),
            let device = await registry.snapshot[id]
        else { return nil }
        let capability = entry.metadata[CommandMetadataKey.capability].flatMap { CapabilityName($0) }
        return AccessTarget(device: id, room: device.room, capability: capability?.kind)
    }
}
