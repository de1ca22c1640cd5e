import HomeModel
import Concurrency
package import HomeStore

/// Keeps the restrictions that the database has not stored in a journal, so that they are in force after a restart too.
package actor RestrictionRecorder {
    private let people: PeopleRegistry
    private let sessions: SessionRegistry
    private let pins: PINRegistry
    private let invitations: InvitationRegistry
    private let journal: RestrictionJournal
    /// Roots of devices whose credentials are being revoked.
    private var credentials: Set<String>
    private let writeLock = AsyncLock()

    package init(
        people: PeopleRegistry, sessions: SessionRegistry, pins: PINRegistry, invitations: InvitationRegistry,
        journal: RestrictionJournal
    ) {
        self.people = people
        self.sessions = sessions
        self.pins = pins
        self.invitations = invitations
        self.journal = journal
        credentials = journal.found.credentials
    }

    /// A sentence, when the journal of an earlier run could not be read; otherwise nil.
    package nonisolated var note: String? { journal.note }

    /// Writes to the journal which restrictions are in force and not in the database. Returns whether the journal has
    /// them; no file is written when nothing changed.
    @discardableResult package func record() async -> Bool {
        // Calls run one after the other, so that the last one writes the latest state.
        let isRecorded = try? await writeLock.withLock { () async throws(StorageError) in await write() }
        return isRecorded ?? false
    }

    /// The same, after setting the roots whose credentials are being revoked.
    @discardableResult package func record(revoking roots: Set<String>) async -> Bool {
        credentials = roots
        return await record()
    }

    private func write() async -> Bool {
        var unsaved = JournaledRestrictions(
            people: await people.unsaved, sessions: await sessions.unsaved, credentials: credentials,
            pins: await pins.unsaved)
        unsaved.sessions.removedInvitations = await invitations.unsavedRemovals
        return (try? await journal.write(unsaved)) != nil
    }
}
