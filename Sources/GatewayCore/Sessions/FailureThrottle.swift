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

    /// Throws `.throttled` while a source has to wait.
    package func admit(_ source: Source) throws(ActRefusal) {
        guard let known = failures[source] else { return }
        let rest = known.last + Self.delay(after: known.count) - uptime()
        if rest > .zero { throw .throttled(retryAfter: rest) }
    }

    /// Counts a failure and says how many there were in a row.
    @discardableResult
    package func failed(_ source: Source) -> Int {
        makeRoom()
        failures[source, default: Failures(last: .zero)].count += 1
        failures[source]?.last = uptime()
        return failures[source]?.count ?? 1
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
