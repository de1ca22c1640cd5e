import Synchronization

/// Lets a number of tasks work at once. Further ones wait, in the order of their calls.
package final class AsyncSemaphore: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    package init(permits: Int) { state = Mutex(State(free: permits)) }

    /// Runs `work` once there is a permit for it.
    package func withPermit<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
        defer { passOn() }
        return try await work()
    }

    /// Runs `work` once there is a permit for it. The permit is free again when `work` has ended, and at the latest after
    /// `limit`, although `work` goes on: work that takes long does not hold others up.
    package func withPermit<Value, Failure: Error>(
        atMost limit: Duration, clock: any Clock<Duration>, isolation: isolated (any Actor)? = #isolation,
        work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let (begin, end) = (Reply(), Reply())
        async let permit: Void = withPermit {
            begin.send()
            _ = try? await withDeadline(limit, clock: clock) { await end.wait() }
        }
        await begin.wait()
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
        end.send()
        await permit
        return try result.get()
    }

    private func passOn() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
