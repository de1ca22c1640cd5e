package import HomeModel

/// Shows events to whoever watches, each only what they may see.
///
/// All readers read one ring of the last events, each from a place of its own: who lost the connection goes on where it
/// was, who is too slow loses what the ring drops, and nobody waits for anybody.
package actor LiveFeed {
    /// A reader that takes nothing for longer is cut off.
    package static let patience = Duration.seconds(10)
    /// A reader hears of us at least so often.
    package static let silence = Duration.seconds(15)
    /// The ring is kept for so long after the last reader left.
    package static let memory = Duration.seconds(60)
    static let mostAtOnce = 1024

    var readers: [Int: Place] = [:]
    /// When the last reader left, while what happens is still kept for them.
    var abandonedAt: Duration?
    var ring: EventRing
    let people: PeopleRegister
    let clock: HomeClock
    /// Yields when something happened, and when there is somebody to look after.
    let happened: AsyncStream<Void>, attended: AsyncStream<Void>
    /// Whether anybody watches, whenever that changes. For one listener.
    package nonisolated let watched: AsyncStream<Bool>
    /// Whoever lets somebody read takes a seat for them first.
    package nonisolated let seats = ReaderSeats()

    /// When the last coalesced change of devices was shown, and whether one is to be shown still.
    var devicesChangedAt: Duration?
    var isDevicesChangeDue = false
    let lateChanges: AsyncStream<Void>, lateChange: AsyncStream<Void>.Continuation

    private var nextReader = 0
    private var visibilities = VisibilityCache()
    private let registry: HomeRegistry
    private let happens: AsyncStream<Void>.Continuation, attend: AsyncStream<Void>.Continuation
    private let changes: AsyncStream<Bool>.Continuation

    package init(registry: HomeRegistry, people: PeopleRegister, clock: HomeClock) {
        self.registry = registry
        self.people = people
        self.clock = clock
        ring = EventRing(run: String(UInt64.random(in: .min ... .max), radix: 36))
        (watched, changes) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (happened, happens) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (lateChanges, lateChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (attended, attend) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What happens within it goes out together; the first event after a silence goes out at once. The more readers, the
    /// longer, so that together they take no more than some thousand writes a second.
    var interval: Duration { .milliseconds(min(max(readers.count / 5, 5), 40)) }

    package var readerCount: Int { readers.count }

    /// Whether it is worth the while to make events.
    var isWatched: Bool { !readers.isEmpty || abandonedAt != nil }

    /// Shows events that belong together, to each reader when it takes them.
    package func show(_ events: [LiveEvent]) {
        guard isWatched, !events.isEmpty else { return }
        let dropped = ring.append(events)
        if !dropped.isEmpty {
            for id in readers.keys { readers[id]?.lose(dropped) }
        }
        happens.yield()
    }

    /// Runs `body` with a reader of what happens from now on, or after the event `last`; `cut` must break its
    /// connection, and is called when it takes nothing.
    package nonisolated func withReader<Result>(
        as identity: Identity, after last: String? = nil, cut: @escaping @Sendable () -> Void,
        _ body: (LiveReader) async throws -> Result
    ) async throws -> Result {
        let reader = await watch(as: identity, after: last, cut: cut)
        do {
            let result = try await body(reader)
            await leave(reader.id)
            return result
        } catch {
            await leave(reader.id)
            throw error
        }
    }

    func watch(
        as identity: Identity, after last: String? = nil, cut: @escaping @Sendable () -> Void = {}
    ) async -> LiveReader {
        let (home, policy) = (await registry.snapshot, await people.policy)
        let entry = visibilities.entry(for: identity, in: home, by: policy, at: clock.decisionTime())
        let resumed = last.flatMap(EventID.init).flatMap { ring.reaches(back: $0) ? $0.number : nil }
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        nextReader += 1
        let id = nextReader
        readers[id] = Place(
            identity: identity, wake: wake, cut: cut, position: resumed ?? ring.last,
            isTornOff: last != nil && resumed == nil, visibility: entry.visibility, policyRevision: policy.revision)
        if readers.count == 1 { isAttended(true) }
        signal(id)
        // Rights that changed just before it was here to be told of that.
        if await people.policy.revision != policy.revision { readers[id]?.end(at: clock.uptime()) }
        return LiveReader(id: id, feed: self, wakes: wakes, wake: wake)
    }

    func leave(_ id: Int) {
        guard readers.removeValue(forKey: id) != nil, readers.isEmpty else { return }
        isAttended(false)
    }

    /// What the reader is due; nil when that is nothing. Permission is decided now.
    func take(_ id: Int) async -> LiveBatch? {
        let (home, policy) = (await registry.snapshot, await people.policy)
        guard var place = readers[id], !place.isEnded else { return nil }
        let entry = visibilities.entry(for: place.identity, in: home, by: policy, at: clock.decisionTime())
        place.visibility = entry.visibility
        let batch = place.take(from: ring, atMost: Self.mostAtOnce, at: clock.uptime())
        readers[id] = place
        if place.position < ring.last { signal(id) }
        return batch
    }

    /// Tells a reader that there is something to take.
    func signal(_ id: Int) {
        guard case .terminated? = readers[id]?.signal(at: clock.uptime()) else { return }
        leave(id)
    }

    private func isAttended(_ isAttended: Bool) {
        abandonedAt = isAttended ? nil : clock.uptime()
        changes.yield(isAttended)
        attend.yield()
    }
}
