/// A first-in, first-out lock that callers within one actor hold across suspensions.
package struct AsyncLock {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    /// Returns true when the caller has the lock now; otherwise the caller must wait by `wait`.
    package mutating func tryAcquire() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }

    /// Adds the caller to the end of the queue; the continuation resumes when the caller has the lock.
    package mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

    /// Releases the lock to the caller that has waited longest, if any.
    package mutating func pass() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
