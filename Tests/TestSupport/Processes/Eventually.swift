/// Waits until `condition` holds; throws what was waited for when the deadline passes first. What passes never waits
/// for the deadline, so it is one for a slow machine with much else to do.
///
/// It looks every so often, because what is waited for happens in other processes, which tell nobody.
package func eventually(
    _ what: String, within limit: Duration = .seconds(120), every pause: Duration = .milliseconds(20),
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while true {
        let askedAt = ContinuousClock.now
        if try await condition() { return }
        // On a machine that is busy an answer may come long after it was true.
        guard askedAt < deadline else { throw NeverHappened(what: what) }
        try await Task.sleep(for: pause)
    }
}

package struct NeverHappened: Error, CustomStringConvertible {
    package let what: String
    package var description: String { "this never happened: \(what)" }
}
