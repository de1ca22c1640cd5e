import HomeModel

/// What goes with a person who is removed, at once: clients, sessions, tokens, PIN, open codes, event streams.
package struct PersonDeparture: Sendable {
    let sessions: SessionRegister
    let pins: PINRegister
    let desk: PairingDesk
    let feed: LiveFeed

    package init(sessions: SessionRegister, pins: PINRegister, desk: PairingDesk, feed: LiveFeed) {
        self.sessions = sessions
        self.pins = pins
        self.desk = desk
        self.feed = feed
    }

    func take(_ person: PersonID) async {
        await sessions.forget(person)
        await feed.end(person: person)
        await desk.forget(person)
        await pins.forget(person)
    }
}
