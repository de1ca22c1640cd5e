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
