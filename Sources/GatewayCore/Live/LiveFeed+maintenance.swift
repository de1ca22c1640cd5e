package import HomeModel

/// A change after which clients read a whole list again. It may occur often, so several of them are shown as one event.
enum CoalescedChange: Hashable {
    /// Devices changed by themselves.
    case devices
    /// What asks for access changed.
    case waiting
    /// Tasks, appliances or their service history changed, or what is due.
    case maintenance

    fileprivate var event: LiveEvent {
        switch self {
        case .devices: .devicesChanged
        case .waiting: .waitingChanged
        case .maintenance: .maintenanceChanged
        }
    }
}

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

    /// Shows a change, at most once a second however often it is called. The last change is never lost.
    func publish(_ change: CoalescedChange) {
        let now = clock.uptime()
        if let last = changedAt[change], now - last < Self.pauseBetweenChanges {
            dueChanges.insert(change)
            lateChange.yield()
        } else {
            changedAt[change] = now
            publish([change.event])
        }
    }

    private func showLateChanges() async {
        for await _ in lateChanges {
            while let (change, time) = nextDueChange {
                await clock.sleep(for: time - clock.uptime())
                guard dueChanges.remove(change) != nil else { continue }
                changedAt[change] = clock.uptime()
                publish([change.event])
            }
        }
    }

    /// The change that must be shown next, and the uptime for that.
    private var nextDueChange: (CoalescedChange, Duration)? {
        dueChanges.map { ($0, (changedAt[$0] ?? .zero) + Self.pauseBetweenChanges) }.min { $0.1 < $1.1 }
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
