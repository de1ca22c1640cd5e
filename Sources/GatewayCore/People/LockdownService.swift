package import HomeModel

/// A switch that refuses all commands except safe directions, while telemetry and audit go on.
package struct LockdownService: Sendable {
    let people: PeopleRegistry
    let incidents: IncidentRegistry
    let actions: AuthorizedActions

    package init(people: PeopleRegistry, incidents: IncidentRegistry, actions: AuthorizedActions) {
        self.people = people
        self.incidents = incidents
        self.actions = actions
    }

    /// The time at which the lockdown began; nil while it is off. Every identity that is let in may know this.
    package var since: Timestamp? {
        get async { await people.lockdownSince }
    }

    /// Turns the lockdown on or off. Identities that may control devices may turn it on; only those that may change
    /// settings turn it off, with a PIN.
    package func set(_ isOn: Bool, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(isOn ? .controlDevices : .modifySettings, of: identity)
        if !isOn { try await actions.require(StepUp.commands, of: identity) }
        let before = await people.lockdownSince
        var written: [AuditedAction] = []
        if (before != nil) != isOn {
            written.append(try await actions.writeEntry(isOn ? .lockdownOn : .lockdownOff, by: identity))
        }
        // This also runs when the lockdown is on already: the disk may not have stored it yet.
        let since = isOn ? before ?? actions.clock.now() : nil
        // A lockdown is in force even if it could not be stored. Lifting it is not.
        try await actions.storing(for: written, survivingFailure: { isOn }) { () async throws(StorageError) in
            try await people.lockDown(since: since)
        }
        guard !isOn, !written.isEmpty else { return }
        // An incident in which the lockdown was begun lists its end.
        await incidents.record(
            IncidentAct(
                time: actions.clock.now(), actor: identity.description, containment: .endLockdown, target: nil,
                isDone: true))
    }
}
