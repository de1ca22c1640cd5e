package import HomeModel

/// What goes on beside reading and showing.
extension LiveFeed {
    private static let pause = Duration.milliseconds(500)
    /// Between two changes of devices that devices themselves cause.
    static let pauseBetweenChanges = Duration.seconds(1)

    /// Wakes readers, ends those whose rights changed and those that take nothing, until cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.wakeReaders() }
            group.addTask { await self.followRights() }
            group.addTask { await self.followLockdown() }
            group.addTask { await self.showLateChanges() }
            await lookAfterReaders()
        }
    }

    /// Ends what a person reads: their rights have changed. Whoever comes back sees what they may see then.
    package func end(person: PersonID) { end { $0.identity.person == person } }

    /// Ends what a client reads: it is not trusted any more.
    package func end(client: ClientID) { end { $0.identity.client == client } }

    /// Ends what is read with a token: it was taken back.
    package func end(token: TokenID) { end { $0.identity.token == token } }

    /// Ends what is read with a token that ends earlier than was thought. Whoever comes back is let in for as long as it
    /// is good.
    package func end(shortenedBy ends: CredentialEnds) { end { ends.shorten($0.identity) } }

    private func end(_ isMeant: (Place) -> Bool) {
        for (id, place) in readers where isMeant(place) { readers[id]?.end(at: clock.uptime()) }
    }

    private func followRights() async {
        for await change in people.changes {
            end { $0.identity.person == change.person && $0.policyRevision < change.revision }
        }
    }

    private func followLockdown() async {
        for await _ in people.lockdownChanges { show([.homeChanged]) }
    }

    /// Shows that devices changed, at most once a second however often it is called: at each event clients read the whole
    /// list again. The last change is never lost.
    func showDevicesChanged() {
        let now = clock.uptime()
        if let last = devicesChangedAt, now - last < Self.pauseBetweenChanges {
            isDevicesChangeDue = true
            lateChange.yield()
        } else {
            devicesChangedAt = now
            show([.devicesChanged])
        }
    }

    private func showLateChanges() async {
        for await _ in lateChanges {
            let next = (devicesChangedAt ?? .zero) + Self.pauseBetweenChanges
            await clock.sleep(for: next - clock.uptime())
            guard isDevicesChangeDue else { continue }
            isDevicesChangeDue = false
            devicesChangedAt = clock.uptime()
            show([.devicesChanged])
        }
    }

    private func wakeReaders() async {
        for await _ in happened {
            for (id, place) in readers where place.position < ring.last { signal(id) }
            await clock.sleep(for: interval)
        }
    }

    private func lookAfterReaders() async {
        for await _ in attended {
            while isWatched, !Task.isCancelled {
                await clock.sleep(for: Self.pause)
                lookAfter(at: clock.decisionTime(), clock.uptime())
            }
        }
    }

    /// Also called by tests, which set the clocks.
    func lookAfter(at now: DecisionTime, _ uptime: Duration) {
        for (id, place) in readers {
            if let since = place.signalledAt, uptime - since > Self.patience {
                place.cut()
                place.wake.finish()
                leave(id)
            } else if !place.isEnded, place.isOver(at: now, uptime) {
                readers[id]?.end(at: uptime)
            } else if place.signalledAt == nil, let heard = place.heardAt, uptime - heard >= Self.silence {
                readers[id]?.isDue = true
                signal(id)
            }
        }
        if let since = abandonedAt, uptime - since >= Self.memory {
            abandonedAt = nil
            ring.forget()
        }
    }
}
