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
    /// Until when a person without a PIN may set one, because another person wants that. On the monotonic clock.
    private var firstAllowed: [PersonID: Duration] = [:]
    private let hasher: PINHasher
    private let store: SessionStore
    private let sessions: SessionRegister
    /// One at a time: each takes memory and some tens of milliseconds of a core.
    private let work = DispatchQueue(label: "tomte.pin", qos: .utility)

    package init(_ pins: [PersonID: StoredPIN], hasher: PINHasher, store: SessionStore, sessions: SessionRegister) {
        self.pins = pins
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

    /// False when memory is short. What is not on the disk does not hold.
    func set(_ pin: Secret, of person: PersonID, at place: String) async throws(StorageError) -> Bool {
        let salt = hasher.newSalt()
        guard let hash = await offPool({ $0.hash(pin, salt: salt) }) else { return false }
        let stored = StoredPIN(salt: salt, hash: hash, setAt: place)
        try await store.save(stored, of: person)
        pins[person] = stored
        firstAllowed[person] = nil
        await sessions.endStepUps(of: person)
        return true
    }

    func clear(_ person: PersonID) async throws(StorageError) {
        try await store.save(nil, of: person)
        pins[person] = nil
        await sessions.endStepUps(of: person)
    }

    /// A removed person's PIN is gone from the disk with them.
    func forget(_ person: PersonID) {
        pins[person] = nil
        firstAllowed[person] = nil
    }

    private func offPool<Value: Sendable>(_ hashing: @escaping @Sendable (PINHasher) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            work.async { [hasher] in continuation.resume(returning: hashing(hasher)) }
        }
    }
}
