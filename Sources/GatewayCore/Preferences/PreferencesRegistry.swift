import Concurrency
package import HomeModel
package import HomeStore

/// The preferences of people. They are on the disk first, then in memory.
package actor PreferencesRegistry {
    private var preferences: [PersonID: Preferences]
    private let store: PreferencesStore
    private let writes = AsyncLock()

    package init(loading store: PreferencesStore) async throws(StorageError) {
        preferences = try await store.load()
        self.store = store
    }

    /// The preferences of a person; nil until they were set.
    func preferences(of person: PersonID) -> Preferences? { preferences[person] }

    /// Stores the preferences of a person. Returns false when the person was removed meanwhile.
    func save(_ new: Preferences, of person: PersonID) async throws(StorageError) -> Bool {
        try await writes.withLock { () async throws(StorageError) in
            guard try await store.save(new, of: person) else { return false }
            preferences[person] = new
            return true
        }
    }

    /// Forgets the preferences of a removed person. The disk removes them with the person. Waits for a save that has begun,
    /// so that its end does not bring them back.
    func forget(_ person: PersonID) async { await writes.withLock { preferences[person] = nil } }
}
