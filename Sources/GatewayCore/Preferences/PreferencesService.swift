package import HomeModel

/// Returns and changes the preferences of people. Each person changes only their own.
package struct PreferencesService: Sendable {
    let preferences: PreferencesRegistry
    let feed: LiveFeed
    let personal: PersonalSettings

    package init(preferences: PreferencesRegistry, feed: LiveFeed, personal: PersonalSettings) {
        self.preferences = preferences
        self.feed = feed
        self.personal = personal
    }

    /// The refusal for the console.
    package static let consoleRefusal = ActionRefusal.conflict(
        "The console has no preferences of its own. Act as a person: --as NAME.")

    /// The preferences of the person; those that follow the client's machine until they were set. Nil for the console,
    /// which is no person.
    package func preferences(for identity: Identity) async -> Preferences? {
        guard let person = identity.person else { return nil }
        return await preferences.preferences(of: person) ?? Preferences()
    }

    /// Sets the preferences of the person.
    package func set(_ new: Preferences, as identity: Identity) async throws(ActionRefusal) {
        let person = try personal.owner(identity, console: Self.consoleRefusal.description)
        guard new.firstDayOfWeek.map({ Preferences.weekdays.contains($0) }) ?? true else {
            throw .invalid(
                field: "firstDayOfWeek", code: "outOfRange", detail: "The first day of the week is 1 (Sunday) to 7.")
        }
        guard await preferences.preferences(of: person) != new else { return }
        try await personal.change("preferences", of: person, as: identity) { () async throws(StorageError) in
            try await preferences.save(new, of: person)
        }
        await feed.publish([.ownHomeChanged(person)])
    }
}
