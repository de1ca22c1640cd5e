import Concurrency
package import HomeModel
package import HomeStore

/// The prices of electricity of the home. They are on the disk first, then in memory.
package actor TariffRegistry {
    package private(set) var table: TariffTable
    private let store: TariffStore
    private let writes = AsyncLock()

    package init(loading store: TariffStore) async throws(StorageError) {
        table = try await store.load()
        self.store = store
    }

    /// Changes the versions, one change after another, so that none is lost. Returns the new versions; nil, and changes
    /// nothing, when `edit` returns nil.
    func change(by edit: @Sendable (TariffTable) -> TariffTable?) async throws(StorageError) -> TariffTable? {
        try await writes.withLock { () async throws(StorageError) -> TariffTable? in
            guard let new = edit(table) else { return nil }
            try await store.save(new)
            table = new
            return new
        }
    }
}
