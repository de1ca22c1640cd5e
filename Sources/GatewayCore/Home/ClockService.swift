package import HomeModel
package import HomeStorage

/// The gateway's clock, for those whose rights depend on it: whether it is known, and an owner's word that it is right.
package struct ClockService: Sendable {
    /// How far the time that the owner saw may be from the gateway's: both take a moment.
    package static let tolerance = Duration.seconds(120)

    let store: RegistryStore
    let audit: AuditLog
    let acts: AuditedActs

    package init(store: RegistryStore, audit: AuditLog, acts: AuditedActs) {
        self.store = store
        self.audit = audit
        self.acts = acts
    }

    /// The time by which rights are decided.
    package var time: DecisionTime { acts.clock.decisionTime() }

    /// What the kernel says.
    package var isSynchronised: Bool { acts.clock.isSynchronised() }

    /// Takes the clock for the time until it is set or the machine starts again. `seen` is the time that the owner calls
    /// right. Holds once it is on disk.
    package func confirm(_ seen: Timestamp, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.ownHome, of: identity)
        try await acts.require(StepUp.people, of: identity)
        let now = acts.clock.now()
        guard seen - now <= Self.tolerance, now - seen <= Self.tolerance else {
            throw .conflict("The gateway's clock shows \(now.rfc3339). Set it first, then confirm it.")
        }
        let act = try await acts.writeDown(.settingsChange, by: identity, metadata: ["act": "confirmClock"])
        let clock = acts.clock
        let bound = clock.confidence.bound(
            confirming: clock.now(), uptime: clock.uptime(), boot: clock.boot, entries: await audit.entryCounts)
        try await acts.storing(for: [act]) { () async throws(StorageError) in try await store.save(bound) }
        clock.confidence.take(bound)
    }

    /// Takes up at the start what earlier runs knew. `trust` is that of readings.
    package func begin(trust: ClockTrust) async throws(StorageError) {
        let stored = try await store.clockBound()
        let newest = await audit.newestTime(behind: stored?.disregarded ?? [:])
        acts.clock.confidence.begin(trust: trust, stored: stored, newestEntry: newest)
    }

    /// Saves how late it was for certain, now and then.
    package func settle() async {
        // Asking moves the bound on.
        _ = acts.clock.decisionTime()
        guard let bound = acts.clock.confidence.unsaved() else { return }
        if (try? await store.save(bound)) != nil { acts.clock.confidence.noteSaved(bound) }
    }
}
