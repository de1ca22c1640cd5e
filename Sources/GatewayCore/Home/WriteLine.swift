import HomeStorage

/// Where the writes of one actor wait for each other: the disk takes them in the order in which they came.
final class WriteLine {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` once all that came before has ended. What `body` was to write may have become another meanwhile.
    func inTurn<Value>(
        isolation: isolated any Actor = #isolation, _ body: () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        if isTaken { await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
        defer { handOver() }
        return try await body()
    }

    private func handOver() {
        // Still taken, so that nobody comes in between.
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
