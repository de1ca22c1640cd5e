/// Failures in a row, by whoever they come from: after five, each costs a delay that grows.
package actor FailureThrottle<Source: Hashable & Sendable> {
    private static var free: Int { 5 }
    private static var longest: Duration { .seconds(300) }
    private static var most: Int { 4096 }

    private struct Failures {
        var count = 0
        var last: Duration
    }

    private var failures: [Source: Failures] = [:]
    private let uptime: @Sendable () -> Duration

    package init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Takes a try in, and counts it as failed until it has succeeded: many at once are not many free tries. Says how
    /// many failed in a row, this one included; throws `.throttled` while the source has to wait.
    @discardableResult
    package func attempt(_ source: Source) throws(ActRefusal) -> Int {
        let now = uptime()
        let known = failures[source] ?? Failures(last: now)
        let rest = known.last + Self.delay(after: known.count) - now
        if rest > .zero { throw .throttled(retryAfter: rest) }
        makeRoom()
        failures[source] = Failures(count: known.count + 1, last: now)
        return known.count + 1
    }

    package func succeeded(_ source: Source) { failures[source] = nil }

    static func delay(after count: Int) -> Duration {
        guard count >= free else { return .zero }
        return min(.seconds(1 << min(count - free, 16)), longest)
    }

    /// Of too many, the one that failed longest ago is forgotten.
    private func makeRoom() {
        guard failures.count >= Self.most, let oldest = failures.min(by: { $0.value.last < $1.value.last }) else {
            return
        }
        failures[oldest.key] = nil
    }
}
