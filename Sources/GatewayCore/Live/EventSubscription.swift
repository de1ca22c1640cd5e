import HomeModel

/// One reader's access to the feed.
package struct EventSubscription: Sendable {
    let id: Int
    private let feed: LiveFeed
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init(id: Int, feed: LiveFeed, wakes: AsyncStream<Void>, wake: AsyncStream<Void>.Continuation) {
        self.id = id
        self.feed = feed
        self.wakes = wakes
        self.wake = wake
    }

    /// The batches of events; the first batch comes at once. The sequence ends when the reader's rights change. For one
    /// task.
    package var batches: AsyncCompactMapSequence<AsyncStream<Void>, EventBatch> {
        wakes.compactMap { [feed, id] in await feed.nextBatch(id) }
    }

    /// Ends the batches.
    package func finish() { wake.finish() }
}

extension PublishedEvent {
    var isOfDevices: Bool { if case .devicesChanged = event { true } else { false } }
}

/// The state of one reader in the feed.
struct EventCursor {
    let identity: Identity
    let wake: AsyncStream<Void>.Continuation
    let disconnect: @Sendable () -> Void
    /// The number of the last event that the reader received or may not see.
    private(set) var position: UInt64
    /// Whether the reader wanted to resume after an event that is no longer kept.
    private var hasLostPosition: Bool
    /// The number of events that the reader could have seen and that were dropped since it last read.
    private var missed = 0
    /// The uptime of the first wake-up since the reader last read.
    private(set) var signalledAt: Duration?
    /// The uptime of the last batch; nil before the first one.
    private(set) var lastBatchAt: Duration?
    private(set) var isEnded = false
    /// Whether the reader needs a batch as a sign of life.
    var isDue = true
    /// The visibility at the last read.
    var visibility: Visibility {
        didSet { if !visibility.isEmpty { sawDevices = true } }
    }
    /// Whether the reader saw a device since it last got `.devicesChanged`.
    private var sawDevices: Bool
    /// The time at which the rights change by themselves.
    let rightsEnd: Timestamp?
    /// Whether the clock was known when the reader began, where its rights depend on that.
    let wasClockKnown: Bool?
    /// The uptime at which the reader's credential ends.
    let credentialEnds: Duration?
    /// The revision of the policy under which the reader began.
    let policyRevision: UInt64

    init(
        identity: Identity, wake: AsyncStream<Void>.Continuation, disconnect: @escaping @Sendable () -> Void,
        position: UInt64, hasLostPosition: Bool, visibility: Visibility, policyRevision: UInt64
    ) {
        self.identity = identity
        self.wake = wake
        self.disconnect = disconnect
        self.position = position
        self.hasLostPosition = hasLostPosition
        self.visibility = visibility
        sawDevices = !visibility.isEmpty
        rightsEnd = visibility.until
        wasClockKnown = visibility.isClockKnown
        credentialEnds = identity.until
        self.policyRevision = policyRevision
    }

    func isOver(at now: DecisionTime, _ uptime: Duration) -> Bool {
        if let wasClockKnown, wasClockKnown != now.isKnown { return true }
        return rightsEnd.map { now.wall >= $0 } ?? false || credentialEnds.map { uptime >= $0 } ?? false
    }

    /// Wakes the reader. Returns nil for a reader that has ended.
    mutating func signal(at uptime: Duration) -> AsyncStream<Void>.Continuation.YieldResult? {
        guard !isEnded else { return nil }
        signalledAt = signalledAt ?? uptime
        return wake.yield()
    }

    /// Counts the events that the ring has dropped as missed.
    mutating func lose(_ events: [PublishedEvent]) {
        guard let last = events.last, last.id.number > position else { return }
        missed += events.count { $0.id.number > position && sees($0.event) }
    }

    /// Returns the next batch from the ring; nil when there is nothing to report and no sign of life is due.
    mutating func nextBatch(from ring: EventRingBuffer, atMost count: Int, at uptime: Duration) -> EventBatch? {
        signalledAt = nil
        let gap = hasLostPosition ? EventBatch.Gap(missed: nil) : missed > 0 ? EventBatch.Gap(missed: missed) : nil
        position = max(position, ring.first - 1)
        let start = ring.id(position)
        let taken = ring.events(after: position, atMost: count)
        position = taken.last?.id.number ?? position
        let events = taken.filter { sees($0.event) }
        if events.contains(where: \.isOfDevices) { sawDevices = !visibility.isEmpty }
        guard isDue || gap != nil || !events.isEmpty else { return nil }
        (isDue, hasLostPosition, missed, lastBatchAt) = (false, false, 0, uptime)
        return EventBatch(gap: gap, events: events, start: events.isEmpty ? ring.id(position) : start)
    }

    /// Ends the batches. The reader is removed once its connection has ended.
    mutating func end(at uptime: Duration) {
        isEnded = true
        signalledAt = signalledAt ?? uptime
        wake.finish()
    }

    private func sees(_ event: LiveEvent) -> Bool {
        switch event {
        case .reading(let series, _): visibility.shows(series)
        case .state(let change), .recalled(let change): visibility.shows(change.series)
        // The sender gets the outcome, even if the command used up the grant that allowed it.
        case .command(let record): visibility.shows(record) || record.sender == "\(identity)"
        // Its counts include parts that only the sender is certain to know.
        case .groupEnded(let record): record.sender == "\(identity)"
        case .availability(let device, _): visibility.shows(device)
        // A reader that saw no device before and sees none now has the same list.
        case .devicesChanged: sawDevices
        // Every identity that is let in may know the name of the home and whether the home is locked down.
        case .homeChanged: true
        case .ownHomeChanged(let person): identity.person == person
        case .activityChanged(let subject): sees(subject)
        case .waitingChanged: visibility.showsRequests
        case .maintenanceChanged: visibility.showsMaintenance
        }
    }

    private func sees(_ subject: ActivitySubject) -> Bool {
        switch subject {
        case .act(let person, let device, let exported):
            visibility.showsRefusals || [person, exported].contains { $0 != nil && $0 == identity.person?.rawValue }
                || visibility.showsCommandsOfOthers && device.map { visibility.showsPast(of: $0) } ?? false
        case .series(let series): visibility.showsPast(of: series)
        case .device(let device): visibility.showsPast(of: device)
        }
    }
}
