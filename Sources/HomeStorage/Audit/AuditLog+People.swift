package import HomeModel

extension AuditLog {
    /// Makes the keys of people of whom nothing was written before.
    func addKeys(for people: [String]) throws(AuditError) {
        var keyring = sealer.people
        guard keyring.addKeys(for: people) else { return }
        try keysFile?.write(keyring, everywhere: false)
        sealer.people = keyring
    }

    /// Destroys a person's key: what entries hold of them can never be read again. Their pseudonym and the facts stay,
    /// and so does the proof of the chain.
    package func destroyKey(of person: PersonID) throws(AuditError) {
        guard !isClosed else { throw .closed }
        var keyring = sealer.people
        keyring.destroy(person.rawValue)
        try keysFile?.write(keyring, everywhere: true)
        sealer.people = keyring
    }

    /// Writes down, once, that the end of the log is remembered beside its keys: from now on a start without that memory
    /// is a loss. Call it when the memory was saved there.
    package func noteRemembered() throws(AuditError) {
        guard !isClosed, keysFile?.isLogRemembered == false else { return }
        try keysFile?.write(sealer.people, everywhere: false, isLogRemembered: true)
    }
}
