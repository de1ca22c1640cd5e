package import HomeStorage

/// Keeps in a journal what takes rights away and the database has not taken, so that it holds after a restart too.
package actor RestrictionRecorder {
    private let people: PeopleRegister
    private let sessions: SessionRegister
    private let pins: PINRegister
    private let journal: RestrictionJournal
    /// Roots of devices whose credentials are being revoked.
    private var credentials: Set<String>
    private let line = WriteLine()

    package init(people: PeopleRegister, sessions: SessionRegister, pins: PINRegister, journal: RestrictionJournal) {
        self.people = people
        self.sessions = sessions
        self.pins = pins
        self.journal = journal
        credentials = journal.found.credentials
    }

    /// A sentence when what an earlier run left in the journal could not be read.
    package nonisolated var note: String? { journal.note }

    /// Brings the journal up to what holds now and the database does not have. Returns whether the journal took it; no file
    /// is written when nothing changed.
    @discardableResult package func record() async -> Bool {
        // One after another: of two the later one writes what is so then.
        let isRecorded = try? await line.inTurn { () async throws(StorageError) in await write() }
        return isRecorded ?? false
    }

    /// The same, after these became the credentials that are being revoked.
    @discardableResult package func record(revoking roots: Set<String>) async -> Bool {
        credentials = roots
        return await record()
    }

    private func write() async -> Bool {
        let held = HeldRestrictions(
            people: await people.held, sessions: await sessions.held, credentials: credentials, pins: await pins.held)
        return (try? await journal.write(held)) != nil
    }
}
