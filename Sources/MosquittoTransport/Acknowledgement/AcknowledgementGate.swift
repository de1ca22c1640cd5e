/// Decides when the loop may read and when it may write, so that no PUBACK leaves too early.
///
/// The library queues the PUBACK of a message as it reads it, behind everything queued before, and a write sends the
/// whole queue. So the invariant **no PUBACK leaves for a message of a batch that is not released** is kept like this:
///
/// 1. a batch is open: read and hand over; write only while nothing has been read since the last batch;
/// 2. the batch ended (it is full, old enough, or was a burst that is over): neither read nor write until its number is released;
/// 3. released: write until the queue is empty, without reading, then back to 1 with a new batch.
///
/// While 2 and 3 last, the broker fills the other half of the receive window into the socket's buffer; that is the
/// double buffer. QoS 0 messages belong to batches too, so that they are committed by the same rule.
struct AcknowledgementGate {
    private enum Phase: Equatable {
        case open
        case awaitingRelease
        case flushing
    }

    /// nil for `.immediate`: everything is always allowed.
    private let limits: (messages: Int, delay: Duration, patience: Duration)?
    private var phase = Phase.open
    private var messages = 0
    private var dueAt: ContinuousClock.Instant?
    private var overdueAt: ContinuousClock.Instant?
    private var number = BatchNumber(value: 1)

    init(_ acknowledgement: Acknowledgement) {
        switch acknowledgement {
        case .immediate: limits = nil
        case .afterRelease(let messages, let delay, let patience): limits = (messages, delay, patience)
        }
    }

    var mayRead: Bool { phase == .open && !isFull }
    var mayWrite: Bool { limits == nil || phase == .flushing || (phase == .open && messages == 0) }
    var isFlushing: Bool { phase == .flushing }
    /// When the open batch ends by age.
    var deadline: ContinuousClock.Instant? { phase == .open ? dueAt : nil }

    /// Whether the batch that ended waits for its release for longer than is good for the connection.
    func isOverdue(at now: ContinuousClock.Instant) -> Bool {
        phase == .awaitingRelease && overdueAt.map { now >= $0 } ?? false
    }

    mutating func received(_ count: Int, at now: ContinuousClock.Instant) {
        guard let limits, count > 0 else { return }
        if messages == 0 { dueAt = now + limits.delay }
        messages += count
    }

    /// The batch that ends now, if one does: full, old enough, or the end of a burst (`isDone`). It is to be announced
    /// behind its last message.
    mutating func endBatchIfDue(at now: ContinuousClock.Instant, orDone isDone: Bool = false) -> BatchNumber? {
        guard phase == .open, let limits, let dueAt, isFull || isDone || now >= dueAt else { return nil }
        phase = .awaitingRelease
        overdueAt = now + limits.patience
        return number
    }

    /// Numbers of other batches, such as one of a connection that was lost meanwhile, change nothing.
    mutating func release(through released: BatchNumber) {
        if phase == .awaitingRelease && released == number { phase = .flushing }
    }

    /// The write queue is empty.
    mutating func flushed() {
        if phase == .flushing { startBatch() }
    }

    /// The connection is gone, and with it the queued PUBACKs: the open batch is void.
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
