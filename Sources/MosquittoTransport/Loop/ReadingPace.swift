/// Decides when the loop lets the socket wait a little after the first sign of data, so that what arrives together is
/// read and handed over together: waking up is most of what a quiet connection costs. A busy one is read at once.
struct ReadingPace {
    private static let window = Duration.milliseconds(100)
    /// So many in one window are busy: with less, waiting saves more wake-ups than it holds up messages.
    private static let busyMessages = 640

    private let delay: Duration
    private var windowEnd: ContinuousClock.Instant?
    private var messages = 0
    private var isBusy = false
    /// Until when the socket waits; nil while it does not.
    private(set) var readAt: ContinuousClock.Instant?

    init(delay: Duration) { self.delay = delay }

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
    }
}
