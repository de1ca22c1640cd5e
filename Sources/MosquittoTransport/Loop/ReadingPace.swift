/// Decides when the loop lets the socket wait a little after the first sign of data, so that what arrives together is
/// read and handed over together: waking up is most of what a quiet connection costs. A busy one is read at once.
struct ReadingPace {
    private static let window = Duration.milliseconds(100)
    /// So many in one window are busy: with less, waiting saves more wake-ups than it holds up messages.
    private static let busyMessages = 640
    /// A burst is over when nothing came for so long.
    private static let pause = Duration.milliseconds(20)

    /// How long a quiet socket waits.
    private(set) var delay: Duration
    /// Until when the socket waits; nil while it does not.
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

    /// When to look whether something may be read, or a burst is over.
    var deadline: ContinuousClock.Instant? { readAt ?? (isBusy ? quietSince.map { $0 + Self.pause } : nil) }

    /// There may be something to read: whether to read it now.
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

    /// Nothing may be read for now, so that nothing comes says nothing.
    mutating func hold(at now: ContinuousClock.Instant) { quietSince = now }

    /// True once, when a burst is over.
    mutating func burstEnded(at now: ContinuousClock.Instant) -> Bool {
        guard isBusy, let quietSince, now >= quietSince + Self.pause else { return false }
        isBusy = false
        messages = 0
        return true
    }
}
