import Dispatch
package import HomeCertificates
package import HomeModel
package import HomeStorage

/// Everybody's PIN, unreadable. What a person confirmed with their PIN ends when it changes.
package actor PINRegister {
    /// Where a PIN was set that no client set.
    static let console = "console"
    /// How long a person may set their first PIN after a client was paired, or a PIN was cleared.
    package static let firstSpan = Duration.seconds(600)

    private var pins: [PersonID: StoredPIN]
    /// People whose PIN is cleared in memory, and not yet on the disk.
    private var leaving: Set<PersonID>
    /// How often the PIN of each person was set or cleared.
    private var changes: [PersonID: Int] = [:]
    /// Until when a person without a PIN may set one, because another person wants that. On the monotonic clock.
    private var firstAllowed: [PersonID: Duration] = [:]
    private let hasher: PINHasher
    private let store: SessionStore
    private let sessions: SessionRegister
    /// One at a time: each takes memory and some tens of milliseconds of a core.
    private let work = DispatchQueue(label: "tomte.pin", qos: .utility)
    private let line = WriteLine()

    /// `cleared` are the people whose cleared PIN an earlier run could not store: it stays cleared, and `settle` stores it.
    package init(
        _ pins: [PersonID: StoredPIN], clearing cleared: Set<PersonID> = [], hasher: PINHasher, store: SessionStore,
        sessions: SessionRegister
    ) {
        leaving = cleared.intersection(pins.keys)
        self.pins = pins.filter { !cleared.contains($0.key) }
        self.hasher = hasher
        self.store = store
        self.sessions = sessions
    }

    func has(_ person: PersonID) -> Bool { pins[person] != nil }

    /// The client at which it was set, or `console`.
    func placeSet(of person: PersonID) -> String? { pins[person]?.setAt }

    /// `uptime` is now.
    func allowFirst(of person: PersonID, at uptime: Duration) { firstAllowed[person] = uptime + Self.firstSpan }

    func mayBeFirst(of person: PersonID, at uptime: Duration) -> Bool {
        firstAllowed[person].map { uptime < $0 } ?? false
    }

    /// Who has none.
    package func missing(among people: some Sequence<PersonID>) -> [PersonID] { people.filter { pins[$0] == nil } }

    func isPIN(_ pin: Secret, of person: PersonID) async -> Bool {
        guard let stored = pins[person] else { return false }
        return await offPool { $0.isHash(stored.hash, of: pin, salt: stored.salt) }
    }

    enum Setting: Sendable {
        case isSet, noMemory
        /// The PIN was set or cleared meanwhile; that holds.
        case overtaken
    }

    /// Take it before the PIN of before is checked, and pass it to `set`.
    func changeCount(of person: PersonID) -> Int { changes[person] ?? 0 }

    /// What is not on the disk does not hold.
    func set(
        _ pin: Secret, of person: PersonID, at place: String, after count: Int
    ) async throws(StorageError) -> Setting {
        let salt = hasher.newSalt()
        guard let hash = await offPool({ $0.hash(pin, salt: salt) }) else { return .noMemory }
        let stored = StoredPIN(salt: salt, hash: hash, setAt: place)
        let isSet = try await line.inTurn { () async throws(StorageError) in
            guard changeCount(of: person) == count else { return false }
            try await store.save(stored, of: person)
            // A request that cleared the PIN meanwhile waits behind this one.
            guard changeCount(of: person) == count else { return false }
            changes[person, default: 0] += 1
            pins[person] = stored
            leaving.remove(person)
            firstAllowed[person] = nil
            return true
        }
        guard isSet else { return .overtaken }
        await sessions.endStepUps(of: person)
        return .isSet
    }

    /// The PIN is not accepted any more from now on, also when the disk does not take the change.
    func clear(_ person: PersonID) async throws(StorageError) {
        changes[person, default: 0] += 1
        pins[person] = nil
        leaving.insert(person)
        await sessions.endStepUps(of: person)
        try await tellCleared(person)
    }

    /// People whose PIN the disk still has: the journal keeps that it was cleared.
    var held: Set<PersonID> { leaving }

    /// How many PINs were cleared that would be good again after a restart.
    package var unsettled: Int { leaving.count }

    /// Tells the disk again what it could not forget.
    package func settle() async {
        for person in leaving { try? await tellCleared(person) }
    }

    private func tellCleared(_ person: PersonID) async throws(StorageError) {
        try await line.inTurn { () async throws(StorageError) in
            // One that was set meanwhile stays.
            guard leaving.contains(person) else { return }
            try await store.save(nil, of: person)
            leaving.remove(person)
        }
    }

    /// A removed person's PIN is gone from the disk with them.
    func forget(_ person: PersonID) {
        changes[person, default: 0] += 1
        pins[person] = nil
        leaving.remove(person)
        firstAllowed[person] = nil
    }

    private func offPool<Value: Sendable>(_ hashing: @escaping @Sendable (PINHasher) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            work.async { [hasher] in continuation.resume(returning: hashing(hasher)) }
        }
    }
}
