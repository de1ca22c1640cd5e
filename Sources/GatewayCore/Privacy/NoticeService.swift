package import HomeModel

/// Shows each person the privacy notice once, and once again when its meaning has changed.
package struct NoticeService: Sendable {
    let notices: NoticeRegistry
    let feed: LiveFeed
    let actions: AuthorizedActions

    package init(notices: NoticeRegistry, feed: LiveFeed, actions: AuthorizedActions) {
        self.notices = notices
        self.feed = feed
        self.actions = actions
    }

    /// The refusal for the console, also when it acts as a person: only the person can see the notice.
    package static let consoleRefusal = ActionRefusal.conflict(
        "A person sees the notice at a client of their own: on the page, or at a paired terminal.")

    /// Whether a client should show the notice to its person now. A session with a limited scope, such as a wall
    /// panel's, never shows it: everybody who passes by can use it.
    package func isDue(for identity: Identity) async -> Bool {
        guard let person = try? reader(identity) else { return false }
        return await !notices.views(of: person).contains { $0.version >= PrivacyNotice.version }
    }

    /// The newest version that the person has seen; nil for none, and for the console itself.
    package func lastView(of identity: Identity) async -> NoticeView? {
        guard let person = identity.person else { return nil }
        return await notices.views(of: person).last
    }

    /// Stores that the person has seen a version of the notice. It changes no right and nothing at home, so it has no
    /// entry in the audit log; the stored version and time are the evidence.
    package func record(version: Int, as identity: Identity) async throws(ActionRefusal) {
        let person = try reader(identity)
        guard (1...PrivacyNotice.version).contains(version) else {
            throw .invalid(
                field: "version", code: "outOfRange",
                detail: "The notice has the versions 1 to \(PrivacyNotice.version).")
        }
        let view = NoticeView(version: version, seenAt: actions.clock.now())
        let isStored: Bool
        do throws(StorageError) {
            isStored = try await notices.save(view, of: person)
        } catch {
            throw .storage(error)
        }
        guard isStored else { throw .unauthenticated }
        await feed.publish([.ownHomeChanged(person)])
    }

    private func reader(_ identity: Identity) throws(ActionRefusal) -> PersonID {
        guard let person = identity.person, !identity.isAtConsole else { throw Self.consoleRefusal }
        guard identity.scope == nil else { throw .denied(.outOfScope) }
        return person
    }
}
