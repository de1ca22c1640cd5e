/// Waits until `condition` is true. Throws `TimedOutWaiting` with `what` when the deadline passes first. A test that
/// passes never waits for the deadline, so the deadline is long enough for a slow and busy machine.
///
/// The condition is polled, because it becomes true in other processes, which send no notification.
package func eventually(
    _ what: String, within limit: Duration = .seconds(300), every pause: Duration = .milliseconds(20),
    isolation: isolated (any Actor)? = #isolation, condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while true {
        let askedAt = ContinuousClock.now
        if try await condition() { return }
        // On a busy machine an answer may arrive long after the condition became true.
        guard askedAt < deadline else { throw TimedOutWaiting(what: what) }
        try await Task.sleep(for: pause)
    }
}

/// A condition that did not become true in time; `what` describes the condition.
package struct TimedOutWaiting: Error, CustomStringConvertible {
    package let what: String

    package init(what: String) { self.what = what }

    package var description: String { "this condition did not become true: \(what)" }
}
