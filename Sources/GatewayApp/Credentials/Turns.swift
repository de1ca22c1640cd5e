import Synchronization

/// Work on one thing is done one after another, in the order in which it came; work on others is not held up by it.
final class Turns<Key: Hashable & Sendable>: Sendable {
    /// Who waits for each thing that somebody works on.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    /// How many work on `key` or wait for that.
    func count(_ key: Key) -> Int { waiting.withLock { $0[key].map { $0.count + 1 } ?? 0 } }

    func take<Value, Failure: Error>(
        _ key: Key, isolation: isolated (any Actor)? = #isolation, _ work: () async throws(Failure) -> Value
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
