import Concurrency
import HomeModel

/// When a node is asked to accept newer keys, by the monotonic clock. A node that refused is asked more and more rarely.
struct RenewalSchedule: Sendable {
    /// A node that sleeps hears more when it has just reported. It is not woken more often than this.
    private static let sleepyInterval = Duration.seconds(600)

    private var backoff = ExponentialBackoff(from: .seconds(30), upTo: .hours(6), isFirstImmediate: true)
    private var due = Duration.zero
    private var lastFailure: Duration?
    /// What an attempt can fail for that ends by itself, or by what a person does.
    enum Cause {
        /// The node has no room for another fabric.
        case room
        /// The node accepts another commissioner.
        case window
    }

    /// Why the last attempt failed; nil for another reason, or none.
    private(set) var cause: Cause?

    /// How long to wait before the next attempt.
    func wait(at now: Duration) -> Duration { max(due - now, .zero) }

    /// Asks at once.
    mutating func reset() { self = RenewalSchedule() }

    mutating func countFailure(at now: Duration, for cause: Cause?) {
        lastFailure = now
        self.cause = cause
        due = now + backoff.next()
    }

    /// A node that sleeps has reported something. Returns whether it is asked now for this reason.
    mutating func noteReport(at now: Duration) -> Bool {
        guard due > now, let lastFailure, now - lastFailure >= Self.sleepyInterval else { return false }
        due = now
        return true
    }
}
