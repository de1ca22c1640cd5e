import Concurrency
package import HomeModel
package import HomeStore

/// The layouts of the home screen: the own ones of people, and the default of the home. They are on the disk first, then
/// in memory, so that the home can be shown while the disk fails.
package actor LayoutRegistry {
    private var own: [PersonID: HomeLayout]
    /// The default of the home; nil while there is none.
    private(set) var standard: HomeLayout?
    private let store: LayoutStore
    private let writes = AsyncLock()

    package init(loading store: LayoutStore) async throws(StorageError) {
        (own, standard) = try await store.load()
        self.store = store
    }

    /// The own layout of a person; nil while they have none.
    func own(of person: PersonID) -> HomeLayout? { own[person] }

    /// Stores the own layout of a person; nil removes it. Returns false when the person was removed meanwhile.
    func save(_ layout: HomeLayout?, of person: PersonID) async throws(StorageError) -> Bool {
        try await writes.withLock { () async throws(StorageError) in
            guard try await store.save(layout, of: person) else { return false }
            own[person] = layout
            return true
        }
    }

    /// Stores the default of the home; nil removes it.
    func save(standard layout: HomeLayout?) async throws(StorageError) {
        try await writes.withLock { () async throws(StorageError) in
            try await store.save(standard: layout)
            standard = layout
        }
    }

    /// Forgets the layout of a removed person. The disk removes it with the person. Waits for a save that has begun, so that
    /// its end does not bring the layout back.
    func forget(_ person: PersonID) async { await writes.withLock { own[person] = nil } }

    /// Removes the tiles of a device that left the home from all layouts.
    func remove(_ device: DeviceID) async { await change { $0.without(device) } }

    /// Removes a room that left the home from all layouts.
    func remove(_ room: RoomID) async { await change { $0.without(room) } }

    /// Changes all layouts in memory, and then on the disk. A failure of the disk is ignored: what a layout names and the
    /// home does not have is never shown, and the next change of the layout stores it.
    private func change(_ change: (HomeLayout) -> HomeLayout) async {
        await writes.withLock {
            for person in own.keys {
                guard let layout = own[person], change(layout) != layout else { continue }
                let changed = change(layout)
                own[person] = changed
                _ = try? await store.save(changed, of: person)
            }
            guard let layout = standard, change(layout) != layout else { return }
            standard = change(layout)
            try? await store.save(standard: standard)
        }
    }
}
