import HomeModel

/// Removes what belongs to a person who is removed, at once: clients, sessions, tokens, PIN, open codes, event streams.
package struct PersonRemoval: Sendable {
    let sessions: SessionRegistry
    let pins: PINRegistry
    let pendingPairings: PendingPairings
    let feed: LiveFeed

    package init(sessions: SessionRegistry, pins: PINRegistry, pendingPairings: PendingPairings, feed: LiveFeed) {
        self.sessions = sessions
        self.pins = pins
        self.pendingPairings = pendingPairings
        self.feed = feed
    }

    func removeAll(_ person: PersonID) async {
        await sessions.forget(person)
        await feed.end(person: person)
        await pendingPairings.forget(person)
        await pins.forget(person)
    }
}
