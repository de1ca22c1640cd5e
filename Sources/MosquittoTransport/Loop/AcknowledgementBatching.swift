/// Decides when the loop may read and when it may write, so that no PUBACK is sent too early.
///
/// The library queues the PUBACK of a message as it reads it, behind everything queued before, and a write sends the
/// whole queue. The following steps keep the invariant that **no PUBACK is sent for a message of a batch that is not
/// released**:
///
/// 1. a batch is open: read and deliver; write only while nothing has been read since the last batch;
/// 2. the batch ended (it is full, old enough, or was a burst that is over): neither read nor write until its number is
///    released;
/// 3. released: write until the queue is empty, without reading, then go back to 1 with a new batch.
///
/// During steps 2 and 3 the broker fills the other half of the receive window into the socket's buffer, which makes it
/// a double buffer. QoS 0 messages belong to batches too, so that they are committed by the same rule.
struct AcknowledgementBatching {
    private enum Phase: Equatable {
        case open
        case awaitingRelease
        case flushing
    }

    /// The limits of a batch; nil for `.immediate`, which always allows everything.
    private let limits: (messages: Int, delay: Duration, releaseTimeout: Duration)?
    private var phase = Phase.open
    private var messages = 0
    private var dueAt: ContinuousClock.Instant?
    private var overdueAt: ContinuousClock.Instant?
    private var number = BatchNumber(value: 1)

    init(_ acknowledgement: Acknowledgement) {
        switch acknowledgement {
        case .immediate: limits = nil
        case .afterRelease(let messages, let delay, let releaseTimeout): limits = (messages, delay, releaseTimeout)
        }
    }

    var mayRead: Bool { phase == .open && !isFull }
    var mayWrite: Bool { limits == nil || phase == .flushing || (phase == .open && messages == 0) }
    var isFlushing: Bool { phase == .flushing }
    /// When the open batch ends because of its age.
    var deadline: ContinuousClock.Instant? { phase == .open ? dueAt : nil }

    /// Whether the batch that ended waits for its release for longer than `releaseTimeout`.
    func isOverdue(at now: ContinuousClock.Instant) -> Bool {
        phase == .awaitingRelease && overdueAt.map { now >= $0 } ?? false
    }

    mutating func received(_ count: Int, at now: ContinuousClock.Instant) {
        guard let limits, count > 0 else { return }
        if messages == 0 { dueAt = now + limits.delay }
        messages += count
    }

    /// Ends the open batch if it is full, old enough or the end of a burst (`isDone`), and returns its number. The
    /// caller must announce the number after the batch's last message.
    mutating func endBatchIfDue(at now: ContinuousClock.Instant, orDone isDone: Bool = false) -> BatchNumber? {
        guard phase == .open, let limits, let dueAt, isFull || isDone || now >= dueAt else { return nil }
        phase = .awaitingRelease
        overdueAt = now + limits.releaseTimeout
        return number
    }

    /// Allows the PUBACKs of the batch to be written. A number of another batch, such as one of a connection that was
    /// lost in the meantime, changes nothing.
    mutating func release(through released: BatchNumber) {
        if phase == .awaitingRelease && released == number { phase = .flushing }
    }

    /// Begins the next batch after the write queue has become empty.
    mutating func flushed() {
        if phase == .flushing { startBatch() }
    }

    /// Discards the open batch, because its queued PUBACKs are lost with the connection.
    mutating func reset() {
        if limits != nil { startBatch() }
    }

    private var isFull: Bool { limits.map { messages >= $0.messages } ?? false }

    private mutating func startBatch() {
        number = BatchNumber(value: number.value + 1)
        phase = .open
        messages = 0
        dueAt = nil
    }
}

/// Decides how long the loop delays a read after the first sign of data, so that messages that arrive together are read
/// and delivered together. Most of the cost of a quiet connection is waking up. A busy connection is read at once.
struct ReceiveCoalescing {
    private static let window = Duration.milliseconds(100)
    /// The number of messages in one window from which on the connection is busy. With fewer messages, a delay saves
    /// more wake-ups than it delays messages.
    private static let busyMessages = 640
    /// A burst is over when no message arrived for this time.
    private static let pause = Duration.milliseconds(20)

    private static let longestDelay = Duration.seconds(1)

    /// How long a read from a quiet socket is delayed. Asked again for each delay; `longestDelay` at most.
    let delay: @Sendable () -> Duration
    /// When the delayed read is due; nil while no read is delayed.
    private(set) var readAt: ContinuousClock.Instant?
    private var windowEnd: ContinuousClock.Instant?
    private var messages = 0
    private var isBusy = false
    private var quietSince: ContinuousClock.Instant?

    init(delay: @escaping @Sendable () -> Duration) { self.delay = delay }

    /// When the loop must check again, because a delayed read is due or a burst may be over.
    var deadline: ContinuousClock.Instant? { readAt ?? (isBusy ? quietSince.map { $0 + Self.pause } : nil) }

    /// Returns whether to read now. Callers must call it only when there may be data.
    mutating func mayRead(at now: ContinuousClock.Instant) -> Bool {
        if isBusy { return true }
        guard let due = readAt else {
            let delay = min(delay(), Self.longestDelay)
            guard delay > .zero else { return true }
            readAt = now + delay
            return false
        }
        if now < due { return false }
        readAt = nil
        return true
    }

    mutating func received(_ count: Int, at now: ContinuousClock.Instant) {
        if windowEnd.map({ now >= $0 }) ?? true {
            isBusy = messages >= Self.busyMessages
            messages = 0
            windowEnd = now + Self.window
        }
        messages += count
        if messages >= Self.busyMessages { isBusy = true }
        quietSince = now
    }

    /// Restarts the wait for the end of a burst, because reading is not allowed now: the lack of messages says nothing.
    mutating func readBlocked(at now: ContinuousClock.Instant) { quietSince = now }

    /// Returns true once when a burst is over.
    mutating func burstEnded(at now: ContinuousClock.Instant) -> Bool {
        guard isBusy, let quietSince, now >= quietSince + Self.pause else { return false }
        isBusy = false
        messages = 0
        return true
    }
}
