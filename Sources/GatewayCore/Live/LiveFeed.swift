package import HomeModel

/// Something that just happened and that people may watch.
package enum LiveEvent: Sendable {
    case reading(SeriesID, Reading)
    case state(StateChange)
    case availability(DeviceID, Availability)
    case command(CommandRecord)
    case devicesChanged
    /// The reader was too slow and missed so many events.
    case gap(Int)
}

/// Shows events to whoever watches, each only what they may see. A slow reader loses events, and is told; others do not wait.
package actor LiveFeed {
    package static let eventsPerReader = 2048

    private struct Reader {
        let identity: Identity
        let continuation: AsyncStream<LiveEvent>.Continuation
        var missed = 0
    }

    private var readers: [Int: Reader] = [:] {
        didSet { if readers.isEmpty != oldValue.isEmpty { changes.yield(!readers.isEmpty) } }
    }
    private var nextReader = 0
    private let registry: HomeRegistry
    private let people: PeopleRegister
    private let now: @Sendable () -> Timestamp
    /// Whether anybody watches, whenever that changes. For one listener.
    package nonisolated let watched: AsyncStream<Bool>
    private let changes: AsyncStream<Bool>.Continuation

    package init(registry: HomeRegistry, people: PeopleRegister, now: @escaping @Sendable () -> Timestamp) {
        self.registry = registry
        self.people = people
        self.now = now
        (watched, changes) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    }

    package var readerCount: Int { readers.count }

    /// Whether it is worth the while to make events.
    var isWatched: Bool { !readers.isEmpty }

    /// Events from now on; a reader that lets its stream go is forgotten at the next event.
    package func watch(as identity: Identity) -> AsyncStream<LiveEvent> {
        let id = nextReader
        nextReader += 1
        let (stream, continuation) = AsyncStream.makeStream(
            of: LiveEvent.self, bufferingPolicy: .bufferingOldest(Self.eventsPerReader))
        readers[id] = Reader(identity: identity, continuation: continuation)
        return stream
    }

    /// Ends the streams of a client that is let in no more.
    package func end(client: ClientID) { end { $0.client == client } }

    /// Ends the streams of a person whose rights changed; what they may see now, a new stream shows.
    package func end(person: PersonID) { end { $0.person == person } }

    private func end(_ isEnded: (Identity) -> Bool) {
        for (id, reader) in readers where isEnded(reader.identity) {
            reader.continuation.finish()
            readers[id] = nil
        }
    }

    /// Shows events that belong together; permission is decided per event and reader.
    package func show(_ events: [LiveEvent]) async {
        guard !readers.isEmpty else { return }
        let home = await registry.snapshot
        let policy = await people.policy
        let time = now()
        for id in readers.keys {
            for event in events { deliver(event, to: id, home, policy, time) }
        }
    }

    private func deliver(
        _ event: LiveEvent, to id: Int, _ home: HomeSnapshot, _ policy: AccessPolicy, _ time: Timestamp
    ) {
        guard var reader = readers[id], event.isVisible(to: reader.identity, home, policy, time) else { return }
        if reader.missed > 0, case .enqueued = reader.continuation.yield(.gap(reader.missed)) { reader.missed = 0 }
        if reader.missed > 0 {
            reader.missed += 1
        } else {
            switch reader.continuation.yield(event) {
            case .dropped: reader.missed += 1
            case .terminated:
                readers[id] = nil
                return
            default: break
            }
        }
        readers[id] = reader
    }
}

extension LiveEvent {
    fileprivate func isVisible(
        to identity: Identity, _ home: HomeSnapshot, _ policy: AccessPolicy, _ now: Timestamp
    ) -> Bool {
        func maySee(_ series: SeriesID) -> Bool {
            guard let device = home[series.device] else { return false }
            return policy.maySee(identity, series.capability.kind, of: device, at: now)
        }
        switch self {
        case .reading(let series, _): return maySee(series)
        case .state(let change): return maySee(change.series)
        case .command(let record): return maySee(record.series)
        case .availability(let id, _): return home[id].map { policy.maySee(identity, $0, at: now) } ?? false
        case .devicesChanged, .gap: return true
        }
    }
}
