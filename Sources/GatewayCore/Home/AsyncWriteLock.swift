import HomeStorage

/// Lets the writes of one actor run one after the other, in the order of the calls.
final class AsyncWriteLock {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` once all earlier calls have ended. The state that `body` is to write may have changed meanwhile.
    func withLock<Value>(
        isolation: isolated any Actor = #isolation, _ body: () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        if isTaken { await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
        defer { unlock() }
        return try await body()
    }

    private func unlock() {
        // If others wait, the lock stays taken, so that no other call comes in between.
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
