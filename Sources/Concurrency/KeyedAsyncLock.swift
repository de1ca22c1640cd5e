import Synchronization

/// An asynchronous lock for each key: work with one key runs one after another, in the order of the calls. Work with
/// other keys is not delayed by it.
package final class KeyedAsyncLock<Key: Hashable & Sendable>: Sendable {
    /// The waiting callers for each key that is locked.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    package init() {}

    /// The number of callers that have the lock of `key` or wait for it.
    package func count(_ key: Key) -> Int { waiting.withLock { $0[key].map { $0.count + 1 } ?? 0 } }

    /// Runs `work` with the lock of `key`, after all earlier callers with this key.
    package func withLock<Value, Failure: Error>(
        _ key: Key, isolation: isolated (any Actor)? = #isolation, work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[key] != nil else {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { pass(on: key) }
        return try await work()
    }

    private func pass(on key: Key) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var queue = waiting[key], !queue.isEmpty else {
                waiting[key] = nil
                return nil
            }
            let next = queue.removeFirst()
            waiting[key] = queue
            return next
        }
        next?.resume()
    }
}
