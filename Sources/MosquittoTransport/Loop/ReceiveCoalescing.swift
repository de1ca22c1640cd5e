/// Decides how long the loop delays a read after the first sign of data, so that messages that arrive together are read
/// and delivered together. Most of the cost of a quiet connection is waking up. A busy connection is read at once.
struct ReceiveCoalescing {
    private static let window = Duration.milliseconds(100)
    /// The number of messages in one window from which on the connection is busy. With fewer messages, a delay saves
    /// more wake-ups than it delays messages.
    private static let busyMessages = 640
    /// A burst is over when no message arrived for this time.
    private static let pause = Duration.milliseconds(20)

    /// How long a read from a quiet socket is delayed.
    private(set) var delay: Duration
    /// When the delayed read is due; nil while no read is delayed.
    private(set) var readAt: ContinuousClock.Instant?
    private var windowEnd: ContinuousClock.Instant?
    private var messages = 0
    private var isBusy = false
    private var quietSince: ContinuousClock.Instant?

    init(delay: Duration) { self.delay = delay }

    mutating func change(delay new: Duration, at now: ContinuousClock.Instant) {
        delay = new
        readAt = readAt.map { min($0, now + new) }
    }

    /// When the loop must check again, because a delayed read is due or a burst may be over.
    var deadline: ContinuousClock.Instant? { readAt ?? (isBusy ? quietSince.map { $0 + Self.pause } : nil) }

    /// Returns whether to read now. Callers must call it only when there may be data.
    mutating func mayRead(at now: ContinuousClock.Instant) -> Bool {
        if isBusy || delay == .zero { return true }
        guard let due = readAt else {
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
