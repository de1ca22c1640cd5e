import Synchronization

/// An asynchronous lock: callers get it one after another, in the order of their calls. A caller holds it across
/// suspensions, and does not block its thread while it waits.
package final class AsyncLock: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs `body` once all earlier callers have released the lock, on the isolation of the caller.
    package func withLock<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await acquire()
        defer { release() }
        return try await body()
    }

    /// Waits for the lock; `release` must follow. Use `withLock` where the lock ends with a scope.
    package func acquire(isolation: isolated (any Actor)? = #isolation) async {
        if tryAcquire() { return }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Passes the lock to the caller that has waited longest, if any.
    package func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }

    private func tryAcquire() -> Bool {
        state.withLock { state in
            defer { state.isTaken = true }
            return !state.isTaken
        }
    }
}
