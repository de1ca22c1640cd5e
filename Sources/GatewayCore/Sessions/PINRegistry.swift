import Concurrency
import Dispatch
package import HomeCertificates
package import HomeModel
package import HomeStore

/// The PINs of all people, as hashes. Everything that a person confirmed with a PIN ends when the PIN changes.
package actor PINRegistry {
    /// The place of a PIN that was not set at a client.
    static let console = "console"
    /// How long a person may set their first PIN after a client was paired, or a PIN was cleared.
    package static let firstSpan = Duration.seconds(600)

    private var pins: [PersonID: StoredPIN]
    /// People whose PIN is cleared in memory, and not yet on the disk.
    private var unsavedClears: Set<PersonID>
    /// How often the PIN of each person was set or cleared.
    private var changes: [PersonID: Int] = [:]
    /// The uptime until which a person without a PIN may set one, because another person allowed it.
    private var firstAllowed: [PersonID: Duration] = [:]
    private let hasher: PINHasher
    private let store: SessionStore
    private let sessions: SessionRegistry
    /// Runs one hash at a time: each needs memory and some tens of milliseconds of a core.
    private let work = DispatchQueue(label: "tomte.pin", qos: .utility)
    private let writeLock = AsyncLock()

    /// `cleared` are the people whose cleared PIN an earlier run could not store: it stays cleared, and `settle` stores
    /// it.
    package init(
        _ pins: [PersonID: StoredPIN], clearing cleared: Set<PersonID> = [], hasher: PINHasher, store: SessionStore,
        sessions: SessionRegistry
    ) {
        unsavedClears = cleared.intersection(pins.keys)
        self.pins = pins.filter { !cleared.contains($0.key) }
        self.hasher = hasher
        self.store = store
        self.sessions = sessions
    }

    func has(_ person: PersonID) -> Bool { pins[person] != nil }

    /// The client at which the PIN was set, or `console`.
    func clientOfPIN(of person: PersonID) -> String? { pins[person]?.setAt }

    /// Allows a person to set their first PIN, for `firstSpan` from `uptime`.
    func allowFirst(of person: PersonID, at uptime: Duration) { firstAllowed[person] = uptime + Self.firstSpan }

    func maySetFirstPIN(of person: PersonID, at uptime: Duration) -> Bool {
        firstAllowed[person].map { uptime < $0 } ?? false
    }

    /// Returns the people who have no PIN.
    package func missing(among people: some Sequence<PersonID>) -> [PersonID] { people.filter { pins[$0] == nil } }

    func isPIN(_ pin: Secret, of person: PersonID) async -> Bool {
        guard let stored = pins[person] else { return false }
        return await offPool { $0.isHash(stored.hash, of: pin, salt: stored.salt) }
    }

    /// The result of setting a PIN.
    enum Setting: Sendable {
        case isSet, noMemory
        /// Another request set or cleared the PIN meanwhile, and its change is in force.
        case overtaken
    }

    /// Returns the number of changes. Callers read it before they check the previous PIN, and pass it to `set`.
    func changeCount(of person: PersonID) -> Int { changes[person] ?? 0 }

    /// Sets a PIN, which is in force once it is on the disk.
    func set(
        _ pin: Secret, of person: PersonID, at place: String, after count: Int
    ) async throws(StorageError) -> Setting {
        let salt = hasher.newSalt()
        guard let hash = await offPool({ $0.hash(pin, salt: salt) }) else { return .noMemory }
        let stored = StoredPIN(salt: salt, hash: hash, setAt: place)
        let isSet = try await writeLock.withLock { () async throws(StorageError) in
            guard changeCount(of: person) == count else { return false }
            try await store.save(stored, of: person)
            // A request that cleared the PIN meanwhile waits behind this one.
            guard changeCount(of: person) == count else { return false }
            changes[person, default: 0] += 1
            pins[person] = stored
            unsavedClears.remove(person)
            firstAllowed[person] = nil
            return true
        }
        guard isSet else { return .overtaken }
        await sessions.endStepUps(of: person)
        return .isSet
    }

    /// Clears a PIN. It is not accepted any more from now on, even if the disk does not store the change.
    func clear(_ person: PersonID) async throws(StorageError) {
        changes[person, default: 0] += 1
        pins[person] = nil
        unsavedClears.insert(person)
        await sessions.endStepUps(of: person)
        try await saveCleared(person)
    }

    /// People whose cleared PIN the disk still has: the journal records that it was cleared.
    var unsaved: Set<PersonID> { unsavedClears }

    /// The number of cleared PINs that a restart would make valid again.
    package var unsavedCount: Int { unsavedClears.count }

    /// Repeats the writes that failed.
    package func saveUnsaved() async {
        for person in unsavedClears { try? await saveCleared(person) }
    }

    private func saveCleared(_ person: PersonID) async throws(StorageError) {
        try await writeLock.withLock { () async throws(StorageError) in
            // A PIN that was set meanwhile stays.
            guard unsavedClears.contains(person) else { return }
            try await store.save(nil, of: person)
            unsavedClears.remove(person)
        }
    }

    /// Forgets the PIN of a removed person. The disk removes it with the person.
    func forget(_ person: PersonID) {
        changes[person, default: 0] += 1
        pins[person] = nil
        unsavedClears.remove(person)
        firstAllowed[person] = nil
    }

    private func offPool<Value: Sendable>(_ hashing: @escaping @Sendable (PINHasher) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            work.async { [hasher] in continuation.resume(returning: hashing(hasher)) }
        }
    }
}
