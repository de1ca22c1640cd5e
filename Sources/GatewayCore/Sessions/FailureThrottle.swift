/// Delays sources that fail repeatedly: after five failures in a row, each one costs a delay that grows.
package actor FailureThrottle<Source: Hashable & Sendable> {
    private static var free: Int { 5 }
    private static var longest: Duration { .seconds(300) }
    private static var most: Int { 4096 }

    /// The failures in a row of one source, and the uptime of the last one.
    private struct Failures {
        var count = 0
        var last: Duration
    }

    private var failures: [Source: Failures] = [:]
    private let uptime: @Sendable () -> Duration

    package init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Accepts an attempt and counts it as failed until it has succeeded, so that many attempts at once are not all
    /// free. Returns the number of failures in a row, including this attempt. Throws `.throttled` while the source has
    /// to wait.
    @discardableResult
    package func attempt(_ source: Source) throws(ActionRefusal) -> Int {
        let now = uptime()
        let known = failures[source] ?? Failures(last: now)
        let rest = known.last + Self.delay(after: known.count) - now
        if rest > .zero { throw .throttled(retryAfter: rest) }
        evictOldest()
        failures[source] = Failures(count: known.count + 1, last: now)
        return known.count + 1
    }

    /// Forgets the failures of a source, after an attempt that succeeded.
    package func succeeded(_ source: Source) { failures[source] = nil }

    static func delay(after count: Int) -> Duration {
        guard count >= free else { return .zero }
        return min(.seconds(1 << min(count - free, 16)), longest)
    }

    /// At the limit of sources, forgets the one that failed longest ago.
    private func evictOldest() {
        guard failures.count >= Self.most, let oldest = failures.min(by: { $0.value.last < $1.value.last }) else {
            return
        }
        failures[oldest.key] = nil
    }
}
