package import HomeModel
import HomeStorage

/// One switch that stops all actuation but safe directions, while telemetry and audit go on.
package struct LockdownService: Sendable {
    let people: PeopleRegister
    let acts: AuditedActs

    package init(people: PeopleRegister, acts: AuditedActs) {
        self.people = people
        self.acts = acts
    }

    /// Nil while it is off. Everybody who is let in may know.
    package var since: Timestamp? {
        get async { await people.lockdownSince }
    }

    /// Whoever may control devices may stop them; only who changes settings sets them free again.
    package func set(_ isOn: Bool, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(isOn ? .controlDevices : .modifySettings, of: identity)
        if !isOn { try await acts.require(StepUp.commands, of: identity) }
        let before = await people.lockdownSince
        var written: [WrittenAct] = []
        if (before != nil) != isOn {
            written.append(try await acts.writeDown(isOn ? .lockdownOn : .lockdownOff, by: identity))
        }
        // Also when it is on already: the disk may not know it yet.
        let since = isOn ? before ?? acts.clock.now() : nil
        // A lockdown holds whatever the disk says. Lifting it does not.
        try await acts.storing(for: written, survivingFailure: { isOn }) { () async throws(StorageError) in
            try await people.lockDown(since: since)
        }
    }
}
