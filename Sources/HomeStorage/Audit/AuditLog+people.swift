package import HomeModel

extension AuditLog {
    /// Creates and saves the keys of people who have none yet.
    func addKeys(for people: [String]) throws(AuditError) {
        var keyring = sealer.people
        guard keyring.addKeys(for: people) else { return }
        try keysFile?.write(keyring, inBothSlots: false)
        sealer.people = keyring
    }

    /// Destroys the key of a person, so that the encrypted data of that person in the entries can never be read again.
    /// The pseudonym and the facts stay in the entries, and the chains can still be verified.
    package func destroyKey(of person: PersonID) throws(AuditError) {
        guard !isClosed else { throw .closed }
        var keyring = sealer.people
        keyring.destroy(person.rawValue)
        try keysFile?.write(keyring, inBothSlots: true)
        sealer.people = keyring
    }

    /// Records, once, that a copy of the heads is saved beside the log's keys: from now on a start that finds no copy
    /// there reports a loss. Call it after that copy was saved.
    package func recordAnchorSaved() throws(AuditError) {
        guard !isClosed, keysFile?.isLogRemembered == false else { return }
        try keysFile?.write(sealer.people, inBothSlots: false, isLogRemembered: true)
    }
}
