import HomeModel

/// The rules for settings that concern only the person who changes them, such as the layout of their home screen.
package struct PersonalSettings: Sendable {
    let actions: AuthorizedActions
    private let entries = RecentEntries()

    package init(actions: AuthorizedActions) { self.actions = actions }

    /// Whether the identity may change settings of its person.
    ///
    /// A session with a limited scope, such as a wall panel's, may not: everybody who passes by can use it, and its person
    /// has the same settings on their phone.
    func mayChange(_ identity: Identity) -> Bool { identity.person != nil && identity.scope == nil }

    /// The person whose settings the identity may change. Throws `.conflict` with the sentence for the console itself,
    /// which is no person, and `.denied` for a session with a limited scope.
    func owner(_ identity: Identity, console sentence: String) throws(ActionRefusal) -> PersonID {
        guard let person = identity.person else { throw .conflict(sentence) }
        guard mayChange(identity) else { throw .denied(.outOfScope) }
        return person
    }

    /// Writes the audit entry of a change and runs `work`, which stores it. `work` returns false when the person was
    /// removed meanwhile.
    ///
    /// Tiles are moved in quick succession, so one entry stands for the changes that the same person makes at the same
    /// client within a minute.
    func change(
        _ act: String, of person: PersonID, as identity: Identity,
        storing work: () async throws(StorageError) -> Bool
    ) async throws(ActionRefusal) {
        let key = RecentEntries.Key(act: act, actor: identity.description, credential: identity.credential)
        var written: [AuditedAction] = []
        if await !entries.contains(key, at: actions.clock.uptime()) {
            written.append(
                try await actions.writeEntry(
                    .settingsChange, severity: .informational, by: identity, about: person, metadata: ["act": act]))
            await entries.insert(key, at: actions.clock.uptime())
        }
        let isStored: Bool
        do throws(ActionRefusal) {
            isStored = try await actions.storing(for: written, work)
        } catch {
            // The entry of the failure follows the entry of the change, so the next change needs its own one.
            await entries.remove(key)
            throw error
        }
        guard isStored else { throw .unauthenticated }
    }
}

/// The audit entries of the last minute that stand for further changes of the same kind.
private actor RecentEntries {
    struct Key: Hashable {
        let act: String
        let actor: String
        let credential: ClientID?
    }

    private static let span = Duration.seconds(60)
    private static let mostEntries = 256
    private var times: [Key: Duration] = [:]

    func contains(_ key: Key, at uptime: Duration) -> Bool { times[key].map { uptime - $0 < Self.span } ?? false }

    func insert(_ key: Key, at uptime: Duration) {
        times = times.filter { uptime - $0.value < Self.span }
        // Without room for it, the next change has an entry of its own.
        if times.count < Self.mostEntries { times[key] = uptime }
    }

    func remove(_ key: Key) { times[key] = nil }
}
