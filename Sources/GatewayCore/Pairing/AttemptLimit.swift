/// Limits how many attempts are accepted within a span of time, from all sources together.
actor AttemptLimit {
    private let most: Int
    private let span: Duration
    private let uptime: @Sendable () -> Duration
    private var times: [Duration] = []

    init(_ most: Int, within span: Duration, uptime: @escaping @Sendable () -> Duration) {
        self.most = most
        self.span = span
        self.uptime = uptime
    }

    /// Counts an attempt. Throws `.throttled`, and counts nothing, while there were too many.
    func attempt() throws(ActionRefusal) {
        let now = uptime()
        times.removeAll { now - $0 >= span }
        if let oldest = times.first, times.count >= most { throw .throttled(retryAfter: oldest + span - now) }
        times.append(now)
    }
}
