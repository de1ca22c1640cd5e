import UnixSignals

/// Runs `body`. At SIGINT (Ctrl-C) or SIGTERM it cancels `body`, waits for its end and throws `CancellationError`.
func interruptible<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            for await _ in signals { break }
            return nil
        }
        let first = try await group.next() ?? nil
        group.cancelAll()
        guard let first else { throw CancellationError() }
        return first
    }
}
