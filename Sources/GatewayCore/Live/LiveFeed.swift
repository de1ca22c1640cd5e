package import HomeModel
import Synchronization

/// Shows events to readers; each reader gets only the events that it may see.
///
/// All readers share one ring of the last events, and each has its own position in it. A reader that lost its
/// connection continues at its position. A reader that is too slow misses the events that the ring drops. No reader
/// waits for another.
package actor LiveFeed {
    /// A reader that reads nothing for longer is disconnected.
    package static let readTimeout = Duration.seconds(10)
    /// A reader gets a batch at least this often, so that the page soon knows that it has lost the gateway.
    package static let heartbeatInterval = Duration.seconds(5)
    /// How long the ring is kept after the last reader left.
    package static let ringLifetime = Duration.seconds(60)
    static let maximumAtOnce = 1024

    var readers: [Int: EventCursor] = [:]
    /// The uptime at which the last reader left, while events are still kept for readers that return.
    var lastReaderLeftAt: Duration?
    var ring: EventRingBuffer
    let people: PeopleRegistry
    let clock: HomeClock
    /// `happened` yields when there are new events, and `attended` when the first reader came or the last one left.
    let newEvents: AsyncStream<Void>, readersChanged: AsyncStream<Void>
    /// The limits for streams. Callers reserve a stream here before they open a reader.
    package nonisolated let streamQuota = StreamQuota()

    /// The uptime at which each coalesced change was last shown, and the changes that must still be shown.
    var changedAt: [CoalescedChange: Duration] = [:]
    var dueChanges: Set<CoalescedChange> = []
    let lateChanges: AsyncStream<Void>, lateChange: AsyncStream<Void>.Continuation

    private var nextReader = 0
    private var visibilities = VisibilityCache()
    private let registry: HomeRegistry
    private let eventSignal: AsyncStream<Void>.Continuation, readersSignal: AsyncStream<Void>.Continuation
    private nonisolated let watched = Mutex(false)

    package init(registry: HomeRegistry, people: PeopleRegistry, clock: HomeClock) {
        self.registry = registry
        self.people = people
        self.clock = clock
        ring = EventRingBuffer(run: String(UInt64.random(in: .min ... .max), radix: 36))
        (newEvents, eventSignal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (lateChanges, lateChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (readersChanged, readersSignal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Events within this time go out together; the first event after a pause goes out at once. The interval grows with
    /// the number of readers, so that together they cause no more than some thousand writes a second.
    var interval: Duration { .milliseconds(min(max(readers.count / 5, 5), 40)) }

    package var readerCount: Int { readers.count }

    /// Whether there are readers now.
    package nonisolated var isWatched: Bool { watched.withLock(\.self) }

    /// Whether events are needed: there are readers, or events are kept for readers that return.
    var hasReaders: Bool { !readers.isEmpty || lastReaderLeftAt != nil }

    /// Shows events that belong together. Each reader gets them with its next batch.
    package func publish(_ events: [LiveEvent]) {
        guard hasReaders, !events.isEmpty else { return }
        let dropped = ring.append(events)
        if !dropped.isEmpty {
            for id in readers.keys { readers[id]?.lose(dropped) }
        }
        eventSignal.yield()
    }

    /// Runs `body` with a reader of the events from now on, or of those after the event `last`. The feed calls `cut`
    /// when the reader reads nothing; `cut` must break its connection.
    package nonisolated func withSubscription<Result>(
        as identity: Identity, after last: String? = nil, disconnect: @escaping @Sendable () -> Void,
        _ body: (EventSubscription) async throws -> Result
    ) async throws -> Result {
        let reader = await subscribe(as: identity, after: last, disconnect: disconnect)
        do {
            let result = try await body(reader)
            await leave(reader.id)
            return result
        } catch {
            await leave(reader.id)
            throw error
        }
    }

    func subscribe(
        as identity: Identity, after last: String? = nil, disconnect: @escaping @Sendable () -> Void = {}
    ) async -> EventSubscription {
        let (home, policy) = (await registry.snapshot, await people.policy)
        let entry = visibilities.entry(for: identity, in: home, by: policy, at: clock.decisionTime())
        let resumed = last.flatMap(EventID.init).flatMap { ring.reaches(back: $0) ? $0.number : nil }
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        nextReader += 1
        let id = nextReader
        readers[id] = EventCursor(
            identity: identity, wake: wake, disconnect: disconnect, position: resumed ?? ring.last,
            hasLostPosition: last != nil && resumed == nil, visibility: entry.visibility,
            policyRevision: policy.revision)
        if readers.count == 1 { setWatched(true) }
        signal(id)
        // The rights may have changed just before the reader was registered, so that it was not ended for that.
        if await people.policy.revision != policy.revision { readers[id]?.end(at: clock.uptime()) }
        return EventSubscription(id: id, feed: self, wakes: wakes, wake: wake)
    }

    func leave(_ id: Int) {
        guard readers.removeValue(forKey: id) != nil, readers.isEmpty else { return }
        setWatched(false)
    }

    /// Returns the next batch of the reader; nil when there is none. Decides the permission now.
    func nextBatch(_ id: Int) async -> EventBatch? {
        let (home, policy) = (await registry.snapshot, await people.policy)
        guard var cursor = readers[id], !cursor.isEnded else { return nil }
        let entry = visibilities.entry(for: cursor.identity, in: home, by: policy, at: clock.decisionTime())
        cursor.visibility = entry.visibility
        let batch = cursor.nextBatch(from: ring, atMost: Self.maximumAtOnce, at: clock.uptime())
        readers[id] = cursor
        if cursor.position < ring.last { signal(id) }
        return batch
    }

    /// Wakes a reader, because there is something to read.
    func signal(_ id: Int) {
        guard case .terminated? = readers[id]?.signal(at: clock.uptime()) else { return }
        leave(id)
    }

    private func setWatched(_ isWatched: Bool) {
        lastReaderLeftAt = isWatched ? nil : clock.uptime()
        watched.withLock { $0 = isWatched }
        readersSignal.yield()
    }
}

/// A ring buffer of the last events, numbered without gaps and limited in number and memory.
struct EventRingBuffer {
    static let mostEvents = 8192
    static let mostBytes = 8 << 20

    let run: String
    private var slots: [PublishedEvent?] = []
    private var bytes = 0
    /// The number of the oldest event that is kept, or of the next event when none is kept.
    private(set) var first: UInt64 = 1
    private var next: UInt64 = 1

    init(run: String) { self.run = run }

    /// The number of the latest event.
    var last: UInt64 { next - 1 }

    func id(_ number: UInt64) -> EventID { EventID(run: run, number: number) }

    /// Whether every event after this one is still kept.
    func reaches(back id: EventID) -> Bool { id.run == run && id.number >= first - 1 && id.number < next }

    /// Appends events, and returns the events that were dropped for them.
    mutating func append(_ events: [LiveEvent]) -> [PublishedEvent] {
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.mostEvents) }
        var dropped: [PublishedEvent] = []
        for event in events {
            while next - first >= Self.mostEvents || (bytes + event.weight > Self.mostBytes && first < next) {
                if let oldest = dropFirst() { dropped.append(oldest) }
            }
            slots[slot(next)] = PublishedEvent(event, id: id(next))
            bytes += event.weight
            next += 1
        }
        return dropped
    }

    /// Returns the events after that number, oldest first.
    func events(after number: UInt64, atMost count: Int) -> [PublishedEvent] {
        let start = max(number + 1, first)
        guard start < next else { return [] }
        return (start..<min(next, start + UInt64(count))).compactMap { slots[slot($0)] }
    }

    /// Drops all events. Events between now and the next append get no number, so one number is skipped for them.
    mutating func forget() {
        slots = []
        bytes = 0
        next += 1
        first = next
    }

    private mutating func dropFirst() -> PublishedEvent? {
        defer { first += 1 }
        guard let event = slots[slot(first)] else { return nil }
        slots[slot(first)] = nil
        bytes -= event.event.weight
        return event
    }

    private func slot(_ number: UInt64) -> Int { Int(number % UInt64(Self.mostEvents)) }
}
