package import HomeCertificates
package import HomeModel
package import HomeStorage

/// Everybody's PIN, unreadable.
package actor PINRegister {
    private var pins: [PersonID: StoredPIN]
    private let hasher: PINHasher
    private let store: SessionStore

    package init(_ pins: [PersonID: StoredPIN], hasher: PINHasher, store: SessionStore) {
        self.pins = pins
        self.hasher = hasher
        self.store = store
    }

    func has(_ person: PersonID) -> Bool { pins[person] != nil }

    func isPIN(_ pin: Secret, of person: PersonID) -> Bool {
        pins[person].map { hasher.isHash($0.hash, of: pin, salt: $0.salt) } ?? false
    }

    /// Nil takes the PIN away. Throws `.closed` … when it cannot be stored; then the one before holds.
    func set(_ pin: Secret?, of person: PersonID) async throws(StorageError) {
        let salt = hasher.newSalt()
        let stored = pin.flatMap { hasher.hash($0, salt: salt) }.map { StoredPIN(salt: salt, hash: $0) }
        try await store.save(stored, of: person)
        pins[person] = stored
    }

    /// A removed person's PIN is gone from the disk with them.
    func forget(_ person: PersonID) { pins[person] = nil }
}
