package import HomeModel
package import AuditTrail
package import HomeStore

/// Reports whether the clock is known by which rights are decided, and lets an owner confirm that it is right.
package struct ClockService: Sendable {
    /// How far the time that the owner saw may be from the gateway's time: reading and confirming need a moment.
    package static let tolerance = Duration.seconds(120)

    let store: RegistryStore
    let audit: AuditLog
    let actions: AuthorizedActions

    package init(store: RegistryStore, audit: AuditLog, actions: AuthorizedActions) {
        self.store = store
        self.audit = audit
        self.actions = actions
    }

    /// The time by which rights are decided.
    package var time: DecisionTime { actions.clock.decisionTime() }

    /// Whether the kernel reports the clock as synchronised, or the configuration trusts it all the same.
    package var isSynchronised: Bool { actions.clock.isSynchronised() }

    /// Confirms the clock until it is set or the machine starts again. `seen` is the time that the owner confirms. The
    /// confirmation is in force once it is on disk. Throws `.conflict` when `seen` is too far from the gateway's time.
    package func confirm(_ seen: Timestamp, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.ownHome, of: identity)
        try await actions.require(StepUp.people, of: identity)
        let now = actions.clock.now()
        guard seen - now <= Self.tolerance, now - seen <= Self.tolerance else {
            throw .conflict("The gateway's clock shows \(now.rfc3339). Set it first, then confirm it.")
        }
        let act = try await actions.writeEntry(.settingsChange, by: identity, metadata: ["act": "confirmClock"])
        let clock = actions.clock
        let bound = clock.confidence.bound(
            confirming: clock.now(), uptime: clock.uptime(), boot: clock.boot, entries: await audit.entryCounts)
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await store.save(bound) }
        clock.confidence.set(bound)
    }

    /// Restores the state of earlier runs at the start. `trust` follows from the stored readings.
    package func begin(trust: ClockTrust) async throws(StorageError) {
        let stored = try await store.clockBound()
        let newest = await audit.newestTime(after: stored?.disregarded ?? [:])
        actions.clock.confidence.begin(trust: trust, stored: stored, newestEntry: newest)
    }

    /// Saves the latest time that was known for certain, if it has changed enough. Called from time to time.
    package func saveUnsaved() async {
        // This call moves the bound forward.
        _ = actions.clock.decisionTime()
        guard let bound = actions.clock.confidence.unsaved() else { return }
        if (try? await store.save(bound)) != nil { actions.clock.confidence.noteSaved(bound) }
    }
}
