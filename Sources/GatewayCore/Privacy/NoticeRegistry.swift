import Concurrency
package import HomeModel
package import HomeStore

/// Which versions of the privacy notice people have seen. They are on the disk first, then in memory.
package actor NoticeRegistry {
    private var views: [PersonID: [NoticeView]]
    private let store: NoticeStore
    private let writes = AsyncLock()

    package init(loading store: NoticeStore) async throws(StorageError) {
        views = try await store.load()
        self.store = store
    }

    /// The versions that a person has seen, oldest first, each with the time at which it was first seen.
    package func views(of person: PersonID) -> [NoticeView] { views[person] ?? [] }

    /// Stores that a person has seen a version; a version that was seen before keeps its time. Returns false when the
    /// person was removed meanwhile.
    func save(_ view: NoticeView, of person: PersonID) async throws(StorageError) -> Bool {
        try await writes.withLock { () async throws(StorageError) in
            guard !views(of: person).contains(where: { $0.version == view.version }) else { return true }
            guard try await store.save(view, of: person) else { return false }
            views[person] = (views(of: person) + [view]).sorted { $0.version < $1.version }
            return true
        }
    }

    /// Forgets what a removed person has seen. The disk removes it with the person. Waits for a save that has begun, so that
    /// its end does not bring the person back.
    func forget(_ person: PersonID) async { await writes.withLock { views[person] = nil } }
}
