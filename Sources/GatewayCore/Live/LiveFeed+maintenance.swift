package import HomeModel

/// The background work of the feed.
extension LiveFeed {
    private static let pause = Duration.milliseconds(500)
    /// The shortest time between two events for changes that devices themselves cause.
    static let pauseBetweenChanges = Duration.seconds(1)

    /// Wakes readers, and ends those whose rights changed and those that read nothing, until cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.wakeReaders() }
            group.addTask { await self.followRights() }
            group.addTask { await self.followLockdown() }
            group.addTask { await self.showLateChanges() }
            await checkReadersPeriodically()
        }
    }

    /// Ends the streams of a person whose rights have changed. A new stream has the new rights.
    package func end(person: PersonID) { end { $0.identity.person == person } }

    /// Ends the streams of a client that is no longer trusted.
    package func end(client: ClientID) { end { $0.identity.client == client } }

    /// Ends the streams of a token that was revoked.
    package func end(token: TokenID) { end { $0.identity.token == token } }

    /// Ends the streams of tokens that end earlier than was assumed. A new stream lasts until the token ends.
    package func end(shortenedBy ends: CredentialExpirations) { end { ends.shorten($0.identity) } }

    private func end(_ isMeant: (EventCursor) -> Bool) {
        for (id, cursor) in readers where isMeant(cursor) { readers[id]?.end(at: clock.uptime()) }
    }

    private func followRights() async {
        for await change in people.changes {
            end { $0.identity.person == change.person && $0.policyRevision < change.revision }
        }
    }

    private func followLockdown() async {
        for await _ in people.lockdownChanges { publish([.homeChanged]) }
    }

    /// Shows that devices changed, at most once a second however often it is called, because clients read the whole
    /// list again at each event. The last change is never lost.
    func publishDevicesChanged() {
        let now = clock.uptime()
        if let last = devicesChangedAt, now - last < Self.pauseBetweenChanges {
            isDevicesChangeDue = true
            lateChange.yield()
        } else {
            devicesChangedAt = now
            publish([.devicesChanged])
        }
    }

    private func showLateChanges() async {
        for await _ in lateChanges {
            let next = (devicesChangedAt ?? .zero) + Self.pauseBetweenChanges
            await clock.sleep(for: next - clock.uptime())
            guard isDevicesChangeDue else { continue }
            isDevicesChangeDue = false
            devicesChangedAt = clock.uptime()
            publish([.devicesChanged])
        }
    }

    private func wakeReaders() async {
        for await _ in newEvents {
            for (id, cursor) in readers where cursor.position < ring.last { signal(id) }
            await clock.sleep(for: interval)
        }
    }

    private func checkReadersPeriodically() async {
        for await _ in readersChanged {
            while hasReaders, !Task.isCancelled {
                await clock.sleep(for: Self.pause)
                checkReaders(at: clock.decisionTime(), clock.uptime())
            }
        }
    }

    /// Tests also call this, and set the clocks.
    func checkReaders(at now: DecisionTime, _ uptime: Duration) {
        for (id, cursor) in readers {
            if let since = cursor.signalledAt, uptime - since > Self.readTimeout {
                cursor.disconnect()
                cursor.wake.finish()
                leave(id)
            } else if !cursor.isEnded, cursor.isOver(at: now, uptime) {
                readers[id]?.end(at: uptime)
            } else if cursor.signalledAt == nil, let heard = cursor.lastBatchAt,
                uptime - heard >= Self.heartbeatInterval
            {
                readers[id]?.isDue = true
                signal(id)
            }
        }
        if let since = lastReaderLeftAt, uptime - since >= Self.ringLifetime {
            lastReaderLeftAt = nil
            ring.forget()
        }
    }
}
