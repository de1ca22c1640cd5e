import HomeModel

/// Where somebody reads the feed.
package struct LiveReader: Sendable {
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

    /// What happens, as it happens; the first batch comes at once. It ends when the reader's rights change. For one task.
    package var batches: AsyncCompactMapSequence<AsyncStream<Void>, LiveBatch> {
        wakes.compactMap { [feed, id] in await feed.take(id) }
    }

    /// Ends the batches.
    package func finish() { wake.finish() }
}

/// What the feed knows of a reader.
struct Place {
    let identity: Identity
    let wake: AsyncStream<Void>.Continuation
    let cut: @Sendable () -> Void
    /// The number of the last event that it had, or that was not for its eyes.
    private(set) var position: UInt64
    /// It asked for what is long forgotten.
    private var isTornOff: Bool
    /// What it could have seen and lost since it last took anything.
    private var missed = 0
    /// When it was first told of what it has not taken since.
    private(set) var signalledAt: Duration?
    /// When it last got anything; nil before it did.
    private(set) var heardAt: Duration?
    private(set) var isEnded = false
    /// It is time for a sign of life.
    var isDue = true
    /// As of the last time that it took anything.
    var visibility: Visibility {
        didSet { if !visibility.isEmpty { sawDevices = true } }
    }
    /// Since it last heard that they changed.
    private var sawDevices: Bool
    /// When its rights change by themselves.
    let rightsEnd: Timestamp?
    /// Whether the clock was known when it began, where its rights depend on that.
    let wasClockKnown: Bool?
    /// When what it showed is good no more, on the clock that nobody sets.
    let credentialEnds: Duration?
    /// Under which it began to read.
    let policyRevision: UInt64

    init(
        identity: Identity, wake: AsyncStream<Void>.Continuation, cut: @escaping @Sendable () -> Void,
        position: UInt64, isTornOff: Bool, visibility: Visibility, policyRevision: UInt64
    ) {
        self.identity = identity
        self.wake = wake
        self.cut = cut
        self.position = position
        self.isTornOff = isTornOff
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

    /// Nil for one that hears nothing more.
    mutating func signal(at uptime: Duration) -> AsyncStream<Void>.Continuation.YieldResult? {
        guard !isEnded else { return nil }
        signalledAt = signalledAt ?? uptime
        return wake.yield()
    }

    /// Events that the ring has dropped.
    mutating func lose(_ events: [ShownEvent]) {
        guard let last = events.last, last.id.number > position else { return }
        missed += events.count { $0.id.number > position && sees($0.event) }
    }

    mutating func take(from ring: EventRing, atMost count: Int, at uptime: Duration) -> LiveBatch? {
        signalledAt = nil
        let gap = isTornOff ? LiveBatch.Gap(missed: nil) : missed > 0 ? LiveBatch.Gap(missed: missed) : nil
        position = max(position, ring.first - 1)
        let start = ring.id(position)
        let taken = ring.events(after: position, atMost: count)
        position = taken.last?.id.number ?? position
        let events = taken.filter { sees($0.event) }
        if events.contains(where: \.isOfDevices) { sawDevices = !visibility.isEmpty }
        guard isDue || gap != nil || !events.isEmpty else { return nil }
        (isDue, isTornOff, missed, heardAt) = (false, false, 0, uptime)
        return LiveBatch(gap: gap, events: events, start: events.isEmpty ? ring.id(position) : start)
    }

    /// Takes no more, and is gone once its connection is.
    mutating func end(at uptime: Duration) {
        isEnded = true
        signalledAt = signalledAt ?? uptime
        wake.finish()
    }

    private func sees(_ event: LiveEvent) -> Bool {
        switch event {
        case .reading(let series, _): visibility.shows(series)
        case .state(let change), .recalled(let change): visibility.shows(change.series)
        // The sender learns the outcome, although the grant that allowed the command may be used up by it.
        case .command(let record): visibility.shows(record) || record.sender == "\(identity)"
        case .availability(let device, _): visibility.shows(device)
        // Whoever saw no device before and sees none now has the same list.
        case .devicesChanged: sawDevices
        // Everyone who is let in may know the name of the home and whether it is locked down.
        case .homeChanged: true
        }
    }
}

extension ShownEvent {
    fileprivate var isOfDevices: Bool { if case .devicesChanged = event { true } else { false } }
}
