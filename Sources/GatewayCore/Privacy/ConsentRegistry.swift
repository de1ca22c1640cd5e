import Concurrency
package import HomeModel
package import HomeStore

/// The consents of the home. A change is on the disk first, then in memory.
package actor ConsentRegistry {
    private var records: [ConsentID: ConsentRecord]
    private let store: ConsentStore
    /// Held from the audit entry of an answer until it is in force and what it no longer allows is deleted, so that a
    /// second answer never finds the first one half done.
    nonisolated let answers = AsyncLock()

    package init(loading store: ConsentStore) async throws(StorageError) {
        records = try await store.load()
        self.store = store
    }

    package func record(of id: ConsentID) -> ConsentRecord { records[id] ?? .initial }

    /// Stores the record of a consent. Callers hold `answers`.
    func save(_ record: ConsentRecord, of id: ConsentID) async throws(StorageError) {
        try await store.save(record, of: id)
        records[id] = record
    }

    /// Forgets that a removed person gave an answer. The disk forgets it with the person.
    func forget(_ person: PersonID) { records = records.mapValues { $0.forgetting(person) } }
}
